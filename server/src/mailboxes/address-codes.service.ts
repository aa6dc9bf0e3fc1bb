import { randomInt, randomUUID, randomUUIDv7 } from 'node:crypto'
import { brand } from '@loadping/contract/brand'
import { addressCodeMinutes, type SmtpDraft } from '@loadping/contract/mailboxes/mailboxes'
import { Problem } from '@loadping/contract/wire/problem'
import { isReviewer } from '../accounts/reviewers.service.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import { around } from '../period.ts'
import { productHead, writeBody } from '../product-emails/email-layout.ts'
import { isSuppressed } from '../suppression/suppression.service.ts'
import * as store from './address-codes.store.ts'
import { toDeliveryProblem } from './credentials.service.ts'

/** Counts all users, so that an inbox cannot be filled with codes. */
const maxPerQuarterHour = 5
const maxPerDay = 10

/** What a code is valid for, besides its user. The password may be corrected meanwhile. */
type Target = Pick<SmtpDraft, 'address' | 'host' | 'port' | 'user'>

/**
 * Emails a code to an address that the caller wants to send as. The product sends it, because the caller could read it
 * on their own server.
 */
export async function sendAddressCode(ctx: Context, target: Target): Promise<void> {
  await rejectSuppressed(ctx, target.address)
  const code = await inTransaction(ctx, async (tx) => {
    await store.lockRequester(tx.db, ctx.caller.userId)
    await store.lockAddress(tx.db, target.address)
    await enforceLimits(tx, target.address)
    return createCode(tx, target)
  })
  const problem = toDeliveryProblem(await ctx.relay.send(codeMessage(ctx, target, code), async () => {}))
  if (problem) throw problem
}

/** The owner of the address did not ask for the code, so it counts as an inquiry and as an email of the product. */
async function rejectSuppressed(ctx: Context, address: string): Promise<void> {
  const isRejected = (await isSuppressed(ctx, address, 'inquiry')) || (await isSuppressed(ctx, address, 'product'))
  if (!isRejected && !(await isReviewer(ctx, address))) return
  const text = `We can't email ${address}: an earlier email bounced or was opted out of. Enter another address.`
  throw new Problem('invalid-input', text, { address: text })
}

async function enforceLimits(ctx: Context, address: string): Promise<void> {
  const isOver = async (limit: number, minutes: number) => {
    const asked = { userId: ctx.caller.userId, address, ...around(ctx.now(), minutes * 60_000) }
    const { byUser, toAddress } = await store.countCodes(ctx.db, asked)
    return byUser >= limit || toAddress >= limit
  }
  if (await isOver(maxPerDay, 24 * 60)) throw new Problem('too-many', 'Too many codes today. Try again tomorrow.')
  if (await isOver(maxPerQuarterHour, 15)) throw new Problem('too-many', 'Too many codes. Try again in 15 minutes.')
}

async function createCode(ctx: Context, target: Target): Promise<string> {
  const { userId } = ctx.caller
  const now = ctx.now()
  const id = randomUUIDv7()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await store.endOlderCodes(ctx.db, userId, now)
  await store.addCode(ctx.db, {
    id,
    userId,
    address: target.address,
    codeHash: hashCode(ctx, target, { id, code }),
    createdAt: now,
    expiresAt: new Date(now.getTime() + addressCodeMinutes * 60_000),
  })
  return code
}

/** Counts one attempt at the caller's code. Returns how to use it up in a transaction, or throws if it is wrong. */
export async function checkAddressCode(
  ctx: Context,
  target: Target,
  code: string,
): Promise<(tx: Deps) => Promise<void>> {
  const { userId } = ctx.caller
  const attempt = await store.countAttempt(ctx.db, { userId, address: target.address, now: ctx.now() })
  if (!attempt || hashCode(ctx, target, { id: attempt.id, code }) !== attempt.codeHash) throw wrongCode()
  return async (tx) => {
    if (!(await store.redeemCode(tx.db, attempt.id, tx.now()))) throw wrongCode()
  }
}

function wrongCode(): Problem {
  const text = 'That code is incorrect, used or expired. Check it, or request a new one.'
  return new Problem('invalid-input', text, { code: text })
}

/** Keyed, because six digits can be guessed from a plain hash. */
const hashCode = (
  { keys, caller }: Context,
  { address, host, port, user }: Target,
  { id, code }: { id: string; code: string },
): string => keys.hmac('address-code', JSON.stringify([id, code, caller.userId, address, host, port, user]))

/** Deletes codes that the daily limit no longer counts. */
export const deleteExpiredAddressCodes = (ctx: Deps): Promise<unknown> =>
  store.deleteCodes(ctx.db, new Date(ctx.now().getTime() - 25 * 3_600_000))

function codeMessage(ctx: Context, { address }: Target, code: string): OutgoingMessage {
  const validity = `The code expires in ${addressCodeMinutes} minutes and works once.`
  return {
    ...productHead({ id: randomUUID(), date: ctx.now() }),
    to: address,
    subject: `${code} is your ${brand.name} code to send as this address`,
    ...writeBody({
      title: 'Send as this address?',
      preheader: validity,
      parts: [
        { text: `${ctx.caller.email} asks to send load inquiries as ${address}.` },
        { code: { label: 'To allow it, enter this code', code } },
        { text: `${validity} Didn't request this? Ignore this email and don't share the code.` },
      ],
      reason: `Sent to ${address} because ${ctx.caller.email} entered this address in ${brand.name}.`,
    }),
  }
}
