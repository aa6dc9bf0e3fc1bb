import { randomUUID } from 'node:crypto'
import { brand } from '../../contract/src/brand.ts'
import { EmailAddress } from '../../contract/src/format/email-address.ts'
import { findAccounts } from '../../server/src/accounts/accounts.service.ts'
import { resumeAccount, suspendAccount } from '../../server/src/accounts/suspension.service.ts'
import { type DataDeps, inTransaction } from '../../server/src/context.ts'
import { productHead, writeBody } from '../../server/src/product-emails/email-layout.ts'
import { endSessionsOf } from '../../server/src/sessions/sessions.service.ts'
import { inviteToSignUp } from '../../server/src/sign-in/sign-up.service.ts'
import { getPlanStatus } from '../../server/src/team/plan-grants.service.ts'
import { sendNow } from './send-now.ts'
import type { Answer, CommandContext, Word } from './word.ts'

const maxListed = 200

/** Looks users up, invites them, and signs them out everywhere. */
export const word: Word = {
  summary: 'lists users, or shows, invites, suspends or signs out one',
  usage: ['list [PART OF AN ADDRESS]', 'show EMAIL', 'invite EMAIL', 'suspend EMAIL', 'resume EMAIL', 'sign-out EMAIL'],
  read([command, text = '', ...extra]) {
    if (extra.length > 0) return undefined
    if (command === 'list') return { run: (ctx) => list(ctx, text) }
    const { data: email } = EmailAddress.safeParse(text)
    if (email === undefined) return undefined
    if (command === 'show') return { run: (ctx) => show(ctx, email) }
    if (command === 'suspend') return { changes: 'user suspend', run: (ctx) => suspend(ctx, email) }
    if (command === 'resume') return { changes: 'user resume', run: (ctx) => resume(ctx, email) }
    if (command === 'invite') return { changes: 'user invite', run: (ctx) => invite(ctx, email) }
    return command === 'sign-out' ? { changes: 'user sign-out', run: (ctx) => signOut(ctx, email) } : undefined
  },
}

async function list(ctx: DataDeps, text: string): Promise<Answer> {
  const found = await findAccounts(ctx, { text, limit: maxListed })
  const rows = found.map(({ email, userType, createdAt, deletesAt, suspendedAt }) =>
    [
      email,
      userType ?? 'no business type yet',
      `since ${createdAt.toISOString()}`,
      ...(suspendedAt ? [`suspended ${suspendedAt.toISOString()}`] : []),
      ...(deletesAt ? [`will be deleted ${deletesAt.toISOString()}`] : []),
    ].join('  '),
  )
  if (rows.length === 0) rows.push('No user has such an address.')
  if (found.length === maxListed) rows.push(`Only the newest ${maxListed} are listed: name a part of the address.`)
  return { text: rows.join('\n'), data: found }
}

async function show(ctx: DataDeps, email: string): Promise<Answer> {
  const account = await find(ctx, email)
  const plan = await getPlanStatus(ctx, email)
  const rows = [
    `${email}: ${account.userType ?? 'no business type yet'}, ${plan.billingPlan}`,
    `since ${account.createdAt.toISOString()}`,
    ...(plan.organization === null ? [] : [`team ${plan.organization} with ${plan.members} members`]),
    ...(account.suspendedAt ? [`suspended ${account.suspendedAt.toISOString()}`] : []),
    ...(account.deletesAt ? [`will be deleted ${account.deletesAt.toISOString()}`] : []),
  ]
  return { text: rows.join('\n'), data: { ...account, plan } }
}

async function signOut(ctx: DataDeps, email: string): Promise<Answer> {
  const { id } = await find(ctx, email)
  await endSessionsOf(ctx, id)
  return { text: `${email} is signed out everywhere, and the extension too.`, data: { userId: id } }
}

/** Signs a user out everywhere for good: nobody signs in, and what waits is not sent. */
async function suspend(ctx: DataDeps, email: string): Promise<Answer> {
  const { id } = await find(ctx, email)
  const isNew = await inTransaction(ctx, async (tx) => {
    const wasActive = await suspendAccount(tx, id)
    await endSessionsOf(tx, id)
    return wasActive
  })
  const text = isNew
    ? `${email} is suspended: signed out everywhere, and what waits is not sent.`
    : `${email} was suspended before.`
  return { text, data: { userId: id, isNew } }
}

async function resume(ctx: DataDeps, email: string): Promise<Answer> {
  const { id } = await find(ctx, email)
  const isNew = await resumeAccount(ctx, id)
  const text = isNew
    ? `${email} may sign in again. Emails that are not too late are sent.`
    : `${email} was not suspended.`
  return { text, data: { userId: id, isNew } }
}

/** Lets an address sign up, and emails it where. */
async function invite(ctx: CommandContext, email: string): Promise<Answer> {
  await inviteToSignUp(ctx, email)
  const { config } = ctx
  const mayNow = `${email} may sign up at ${config.baseUrl}.`
  if (config.smtpUrl === undefined)
    return { text: `${mayNow} SMTP_URL is not set, so no email was sent.`, data: { email, isSent: false } }
  const result = await sendNow(config, {
    ...productHead({ id: randomUUID(), date: ctx.now() }),
    to: email,
    subject: `Your invitation to ${brand.name}`,
    ...writeBody({
      title: `You can sign up for ${brand.name}`,
      preheader: `Sign in with ${email} to begin.`,
      parts: [
        { text: `You are invited to ${brand.name}. Sign in with this address, ${email}, to begin.` },
        { link: { label: `Open ${brand.name}`, url: config.baseUrl } },
      ],
      reason: `Sent to ${email} because the operator of ${brand.name} invited this address.`,
    }),
  })
  const isSent = result.outcome === 'accepted'
  const text = isSent
    ? `${mayNow} An email tells them so.`
    : `${mayNow} The email was not sent (${result.outcome}). ${result.reason}.`
  return { text, data: { email, isSent }, isProblem: !isSent }
}

async function find(ctx: DataDeps, email: string) {
  const account = (await findAccounts(ctx, { text: email, limit: maxListed })).find((found) => found.email === email)
  if (!account) throw new Error(`No account for ${email}.`)
  return account
}
