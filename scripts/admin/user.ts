import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountExport } from '../../contract/src/account-export/account-export.api.ts'
import { brand } from '../../contract/src/brand.ts'
import { EmailAddress } from '../../contract/src/format/email-address.ts'
import { Problem } from '../../contract/src/wire/problem.ts'
import { beginDeletion } from '../../server/src/account-deletion/account-deletion.service.ts'
import { beginExport, downloadExport, getExport } from '../../server/src/account-export/account-export.service.ts'
import { changeAddress, findAccount, findAccounts } from '../../server/src/accounts/accounts.service.ts'
import { isReviewer } from '../../server/src/accounts/reviewers.service.ts'
import { resumeAccount, suspendAccount } from '../../server/src/accounts/suspension.service.ts'
import { type DataDeps, inTransaction } from '../../server/src/context.ts'
import { moveRelay } from '../../server/src/mailboxes/mailboxes.service.ts'
import { productHead, writeBody } from '../../server/src/product-emails/email-layout.ts'
import { endSessionsOf } from '../../server/src/sessions/sessions.service.ts'
import { forgetSignIns } from '../../server/src/sign-in/sign-in.service.ts'
import { inviteToSignUp } from '../../server/src/sign-in/sign-up.service.ts'
import { renameInTeams } from '../../server/src/team/deletion.service.ts'
import { getPlanStatus } from '../../server/src/team/plan-grants.service.ts'
import { actAs } from './act-as.ts'
import { writeNewFile } from './new-file.ts'
import { sendNow } from './send-now.ts'
import type { Action, Answer, CommandContext, Word } from './word.ts'

const maxListed = 200

/** Administers users, without what only they may know. */
export const word: Word = {
  summary: 'lists users, or shows, invites, suspends, signs out, exports, renames or deletes one',
  usage: [
    'list [PART OF AN ADDRESS]',
    'show|invite|suspend|resume|sign-out|delete EMAIL',
    'export EMAIL FILE.zip',
    'rename EMAIL NEW-EMAIL',
  ],
  read([command, text = '', target, ...extra]) {
    if (command === 'export' || command === 'rename') return readWithTarget({ command, text, target, extra })
    if (target !== undefined) return undefined
    if (command === 'list') return { run: (ctx) => list(ctx, text) }
    const { data: email } = EmailAddress.safeParse(text)
    if (email === undefined) return undefined
    if (command === 'show') return { run: (ctx) => show(ctx, email) }
    if (command === 'suspend') return { changes: 'user suspend', run: (ctx) => suspend(ctx, email) }
    if (command === 'resume') return { changes: 'user resume', run: (ctx) => resume(ctx, email) }
    if (command === 'delete')
      return {
        question: `Delete the account of ${email} with all its data, in a week?`,
        changes: 'user delete',
        run: (ctx) => deleteUser(ctx, email),
      }
    if (command === 'invite') return { changes: 'user invite', run: (ctx) => invite(ctx, email) }
    return command === 'sign-out' ? { changes: 'user sign-out', run: (ctx) => signOut(ctx, email) } : undefined
  },
}

type WithTarget = { command: 'export' | 'rename'; text: string; target: string | undefined; extra: string[] }

function readWithTarget({ command, text, target = '', extra }: WithTarget): Action | undefined {
  const { data: email } = EmailAddress.safeParse(text)
  if (email === undefined || target === '' || extra.length > 0) return undefined
  if (command === 'export') return { changes: 'user export', run: (ctx) => exportUser(ctx, { email, file: target }) }
  const { data: newEmail } = EmailAddress.safeParse(target)
  if (newEmail === undefined) return undefined
  return {
    question: `Sign ${email} out and let only ${newEmail} sign in to the account?`,
    changes: 'user rename',
    run: (ctx) => renameUser(ctx, { email, newEmail }),
  }
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
  await endSessionsOf(ctx, id) // one may have begun while the suspension was
  const isNew = await resumeAccount(ctx, id)
  const text = isNew
    ? `${email} may sign in again. Emails that are not too late are sent.`
    : `${email} was not suspended.`
  return { text, data: { userId: id, isNew } }
}

/** Deletes an account as its owner would: in a week, and an owner of a team transfers it first. */
async function deleteUser(ctx: CommandContext, email: string): Promise<Answer> {
  const { id, suspendedAt } = await find(ctx, email)
  const deletesAt = await beginDeletion(await actAs(ctx, email)).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not-signed-in')
      throw new Error(`${email} is being deleted already.`)
    throw error
  })
  const keeping = suspendedAt
    ? 'Suspended people cannot keep it.'
    : `Until then ${email} can keep it by signing in; to prevent that, suspend them.`
  return {
    text: `${email} is signed out, and the account is deleted ${deletesAt.toISOString()}. ${keeping}`,
    data: { userId: id, deletesAt },
  }
}

const exportTimeoutMs = 10 * 60_000

/** Lets the running server make an export, and writes it into a file. The user gets the usual email. */
async function exportUser(ctx: CommandContext, { email, file }: { email: string; file: string }): Promise<Answer> {
  if (existsSync(file)) throw new Error(`${file} exists already.`)
  const user = await actAs(ctx, email)
  let current: AccountExport | null = await beginExport(user)
  const giveUpAt = Date.now() + exportTimeoutMs
  while (current?.state === 'making' && Date.now() < giveUpAt) {
    await sleep(500)
    current = await getExport(user)
  }
  if (current?.state !== 'ready')
    throw new Error('The export is not ready. It is made while the server runs: try again to get it.')
  const { pieces, size } = await downloadExport(user, current.id)
  await writeNewFile(file, () => pipeline(pieces, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })))
  return {
    text: `All data of ${email} is in ${file} (${size} bytes).`,
    data: { userId: user.caller.userId, file, size },
  }
}

/** Gives an account another address. Who had only the old one cannot sign in to it any more. */
async function renameUser(
  ctx: CommandContext,
  { email, newEmail }: { email: string; newEmail: string },
): Promise<Answer> {
  const { id } = await find(ctx, email)
  for (const one of [email, newEmail])
    if (await isReviewer(ctx, one)) throw new Error(`${one} is a reviewer: end it and create another.`)
  await inTransaction(ctx, async (tx) => {
    await changeAddress(tx, { userId: id, email: newEmail })
    await moveRelay(tx, { userId: id, from: email, to: newEmail })
    await renameInTeams(tx, { userId: id, from: email, to: newEmail }) // else who signs up with the old address would own it
    await forgetSignIns(tx, { userId: id, email })
    await endSessionsOf(tx, id)
  })
  return { text: `The account of ${email} is now ${newEmail}, which signs in next.`, data: { userId: id } }
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
  const account = await findAccount(ctx, email)
  if (!account) throw new Error(`No account for ${email}.`)
  return account
}
