import { EmailAddress } from '../../contract/src/format/email-address.ts'
import { findAccounts } from '../../server/src/accounts/accounts.service.ts'
import type { DataDeps } from '../../server/src/context.ts'
import { endSessionsOf } from '../../server/src/sessions/sessions.service.ts'
import { getPlanStatus } from '../../server/src/team/plan-grants.service.ts'
import type { Answer, Word } from './word.ts'

const maxListed = 200

/** Looks users up, and signs them out everywhere. */
export const word: Word = {
  summary: 'lists users, shows one, or signs one out everywhere',
  usage: ['list [PART OF AN ADDRESS]', 'show EMAIL', 'sign-out EMAIL'],
  read([command, text = '', ...extra]) {
    if (extra.length > 0) return undefined
    if (command === 'list') return { run: (ctx) => list(ctx, text) }
    const { data: email } = EmailAddress.safeParse(text)
    if (email === undefined) return undefined
    if (command === 'show') return { run: (ctx) => show(ctx, email) }
    return command === 'sign-out' ? { changes: 'user sign-out', run: (ctx) => signOut(ctx, email) } : undefined
  },
}

async function list(ctx: DataDeps, text: string): Promise<Answer> {
  const found = await findAccounts(ctx, { text, limit: maxListed })
  const rows = found.map(({ email, userType, createdAt, deletesAt }) =>
    [
      email,
      userType ?? 'no business type yet',
      `since ${createdAt.toISOString()}`,
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
    ...(account.deletesAt ? [`will be deleted ${account.deletesAt.toISOString()}`] : []),
  ]
  return { text: rows.join('\n'), data: { ...account, plan } }
}

async function signOut(ctx: DataDeps, email: string): Promise<Answer> {
  const { id } = await find(ctx, email)
  await endSessionsOf(ctx, id)
  return { text: `${email} is signed out everywhere, and the extension too.`, data: { userId: id } }
}

async function find(ctx: DataDeps, email: string) {
  const account = (await findAccounts(ctx, { text: email, limit: maxListed })).find((found) => found.email === email)
  if (!account) throw new Error(`No account for ${email}.`)
  return account
}
