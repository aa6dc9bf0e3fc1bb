import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { EmailAddress } from '../../contract/src/format/email-address.ts'
import { beginDeletion } from '../../server/src/account-deletion/account-deletion.service.ts'
import { findAccount } from '../../server/src/accounts/accounts.service.ts'
import { isUsableEmail } from '../../server/src/accounts/email-check.ts'
import {
  createReviewer,
  endReviewerCode,
  forgetReviewer,
  listReviewers,
  maxReviewerTries,
} from '../../server/src/accounts/reviewers.service.ts'
import { suspendAccount } from '../../server/src/accounts/suspension.service.ts'
import { inTransaction } from '../../server/src/context.ts'
import { endInvitation, inviteToSignUp } from '../../server/src/sign-in/sign-up.service.ts'
import { actAs } from './act-as.ts'
import { keysOf } from './keys-of.ts'
import type { Answer, CommandContext, Word } from './word.ts'

const usualDays = 30
const maxDays = 90

/** Administers who tries the product for a store, with a mailbox that reaches nobody. */
export const word: Word = {
  summary: 'creates, lists or ends accounts with which stores try the product; their emails reach nobody',
  usage: [`create [--days ${usualDays}] [--email EMAIL]`, 'list', 'end EMAIL'],
  read(args) {
    const options = { days: { type: 'string' }, email: { type: 'string' } } as const
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const [command, address, ...extra] = positionals
    if (extra.length > 0) return undefined
    if (command === 'create' && address === undefined) {
      const days = readDays(values.days ?? String(usualDays))
      const { data: email } = EmailAddress.safeParse(values.email)
      if (values.email !== undefined && email === undefined) return undefined
      return { changes: 'reviewer create', run: (ctx) => create(ctx, { days, email }) }
    }
    if (values.days !== undefined || values.email !== undefined) return undefined
    if (command === 'list' && address === undefined) return { run: list }
    const { data: email } = EmailAddress.safeParse(address)
    if (command !== 'end' || email === undefined) return undefined
    return {
      question: `Sign the reviewer ${email} out, and delete the account with all its data in a week?`,
      changes: 'reviewer end',
      run: (ctx) => end(ctx, email),
    }
  },
}

function readDays(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > maxDays) throw new Error(`--days must be a whole number from 1 to ${maxDays}.`)
  return days
}

async function create(
  ctx: CommandContext,
  { days, email = inventAddress(ctx) }: { days: number; email: string | undefined },
): Promise<Answer> {
  if (!isUsableEmail(email)) throw new Error(`${email} cannot sign in: name another address with --email.`)
  if (await findAccount(ctx, email)) throw new Error(`${email} has an account: a reviewer needs an address of its own.`)
  if (ctx.config.administrators.includes(email)) throw new Error(`${email} is one of ADMINISTRATORS.`)
  const keys = await keysOf(ctx)
  const { code, expiresAt } = await inTransaction({ ...ctx, keys }, async (tx) => {
    await inviteToSignUp(tx, email) // whoever else may sign up
    return createReviewer(tx, { email, days })
  })
  const { baseUrl } = ctx.config
  const lines = [
    `Address to open: ${baseUrl}/sign-in`,
    `Email address:   ${email}`,
    `Code:            ${code}`,
    `Works until ${expiresAt.toISOString()}, any number of times. It is not shown again.`,
    'What to click is in docs/stores/reviewer-notes.md.',
  ]
  return { text: lines.join('\n'), data: { email, code, expiresAt } }
}

/** An address at the host of the server. No email is sent to it, so it need not exist. */
function inventAddress({ config }: CommandContext): string {
  return `reviewer-${randomBytes(4).toString('hex')}@${new URL(config.baseUrl).hostname}`
}

async function list(ctx: CommandContext): Promise<Answer> {
  const reviewers = await listReviewers(ctx)
  const stateOf = ({ codeTries, expiresAt }: (typeof reviewers)[number]): string => {
    if (expiresAt <= ctx.now()) return `code ended ${expiresAt.toISOString()}`
    return codeTries >= maxReviewerTries ? 'code locked' : `code works until ${expiresAt.toISOString()}`
  }
  const rows = reviewers.map((one) => `${one.email}  since ${one.createdAt.toISOString()}  ${stateOf(one)}`)
  return { text: rows.join('\n') || 'There are no reviewers.', data: reviewers }
}

/** Ends the code and all sessions at once, and deletes the account in a week, in which nobody can keep it. */
async function end(ctx: CommandContext, email: string): Promise<Answer> {
  if (!(await endReviewerCode(ctx, email))) throw new Error(`${email} is no reviewer.`)
  const account = await findAccount(ctx, email)
  if (!account) {
    await forgetReviewer(ctx, email)
    await endInvitation(ctx, email)
    return { text: `${email} never signed in, and is forgotten.`, data: { email, deletesAt: null } }
  }
  await suspendAccount(ctx, account.id)
  const deletesAt = account.deletesAt ?? (await beginDeletion(await actAs(ctx, email)))
  return {
    text: `${email} is signed out, and the account is deleted ${deletesAt.toISOString()}.`,
    data: { email, deletesAt },
  }
}
