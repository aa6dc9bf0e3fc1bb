import { randomUUIDv7 } from 'node:crypto'
import type { SentEmail } from '@loadping/contract/emails/emails'
import { formatMoney } from '@loadping/contract/format/money'
import type { Reply, ReplyOffer } from '@loadping/contract/inquiries/replies'
import { allowedFacts } from '@loadping/contract/team/team-rules'
import { Problem } from '@loadping/contract/wire/problem'
import { getAccount, saveReplyWording } from '../accounts/accounts.service.ts'
import type { Context } from '../context.ts'
import * as states from '../emails/email-states.service.ts'
import { joinLoads } from '../loads/join-loads.ts'
import type { LoadRow } from '../loads/load-row.ts'
import { findVisibleLoad, listJoinedRows } from '../loads/visible-loads.service.ts'
import { acceptEmail, repeatAnswer } from './acceptance.service.ts'
import { alreadyAnswered, rejectChangedPrice } from './inquiries.service.ts'
import { htmlOf, replySubject } from './thread.ts'
import { findTruckOfEmail } from './truck-values.service.ts'

/** Returns to whom a reply to the counter of the caller's own load goes, how they word it, and whether it was sent. */
export async function getReplyOffer(ctx: Context, loadId: string): Promise<ReplyOffer> {
  const { userId } = ctx.caller
  const load = await getOwnLoad(ctx, loadId)
  const [first, counterAt, { replyWording }] = await Promise.all([
    states.findFirstEmail(ctx, { userId, loadId }),
    findCounter(ctx, load),
    getAccount(ctx, userId),
  ])
  const answer = counterAt && (await states.findReply(ctx, { userId, loadId, counterAt }))
  return {
    to: first?.toAddress ?? null,
    answer: answer
      ? { id: answer.id, state: answer.state, askCents: answer.askCents, at: answer.createdAt.toISOString() }
      : null,
    wording: replyWording,
  }
}

/**
 * Accepts the reply to a counter as an inquiry in the thread of the load's first email, once per counter. Keeps the caller's
 * wording for the next one.
 */
export async function sendReply(ctx: Context, key: string, loadId: string, reply: Reply): Promise<SentEmail> {
  const body = { loadId, ...reply }
  try {
    const sent = await acceptReply(ctx, key, { body, load: await getOwnLoad(ctx, loadId) })
    // Not in the same transaction, which locked the membership: elsewhere the account is locked before it.
    await saveReplyWording(ctx, ctx.caller.userId, reply.wording)
    return sent
  } catch (error) {
    return repeatAnswer(ctx, key, body, error) // The load, or its first email, may be gone since it was sent.
  }
}

type Replied = { body: Reply & { loadId: string }; load: LoadRow }

async function acceptReply(ctx: Context, key: string, { body, load }: Replied): Promise<SentEmail> {
  const { userId, userType } = ctx.caller
  const { text, askCents, truckId, confirmed, expected } = body
  const loadId = load.id
  if (!text.includes(formatMoney(askCents))) throw askNotStated()
  const first = await states.findFirstEmail(ctx, { userId, loadId })
  if (!first) throw new Problem('too-late', 'No email about this load has left. Call the broker.')
  const { toAddress, templateId, templateVersion, cc } = first
  const facts = allowedFacts(load.facts, ctx.caller.rules)
  const counterAt = new Date(expected.counterAt)
  const request = {
    key,
    body,
    templateId,
    truckId,
    toAddress,
    load: facts,
    loadKey: load.loadKey,
    isJustRead: false,
    isConfirmed: confirmed === true,
    isRecipientConfirmed: true, // they were written to before
    counterAt,
    ageSeconds: 0,
  }
  return acceptEmail(ctx, request, async (tx, _sender, { trucks }) => {
    if (truckId !== undefined && trucks.length === 0) throw new Problem('not-found', 'Truck not found.')
    const isSame = (await findCounter(tx, load))?.getTime() === counterAt.getTime() && toAddress === expected.to
    if (!isSame) throw new Problem('price-changed', "The broker's counter was changed. Nothing was sent.")
    if (await states.findReply(tx, { userId, loadId, counterAt })) throw alreadyAnswered()
    const named = await findTruckOfEmail(trucks, facts, noTemplate)
    const ask = { askCents, templateVersion }
    rejectChangedPrice({ ...ask, truckId: expected.truckId }, { ...ask, truckId: named.truckId }, { trucks, userType })
    return {
      id: randomUUIDv7(),
      templateVersion,
      templateName: 'Ready reply',
      cc,
      subject: replySubject(first.subject),
      html: htmlOf(text),
      askCents,
      templateInputs: { values: {}, formula: null },
      resendOf: null,
      truckId: named.truckId,
      replyOf: first.id,
      counterAt,
    }
  })
}

const askNotStated = () => {
  const reason = 'State the ask in the text'
  return new Problem('invalid-input', reason, { text: reason })
}

/** The text comes filled, so that no deadhead is worked out for it. */
const noTemplate = { subject: '', template: '' }

async function getOwnLoad(ctx: Context, loadId: string): Promise<LoadRow> {
  const load = await findVisibleLoad(ctx, loadId)
  if (load.userId === ctx.caller.userId) return load
  throw new Problem('not-allowed', 'Only the teammate who saved a load can answer its broker.')
}

/** Returns when the counter was recorded that the load has now; whoever of those who saved it did. */
async function findCounter(ctx: Context, load: LoadRow): Promise<Date | undefined> {
  const { outcome, outcomeAt } = joinLoads(await listJoinedRows(ctx, load), ctx.caller.userId)
  return outcome === 'countered' && outcomeAt ? outcomeAt : undefined
}
