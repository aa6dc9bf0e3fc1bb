import { companyKeyOf } from '@loadping/contract/boards/same-load'
import type { EmailedFacts } from '@loadping/contract/emails/emails'
import { checkRecipient, indexRecipients, readFromOf, recipientKeyOf } from '@loadping/contract/emails/recipient-check'
import type { KnownRecipient, RecipientVerdict } from '@loadping/contract/emails/recipient-verdict'
import { type DeletionStep, deletionBatch } from '../accounts/deletion-step.ts'
import { type Context, type Deps, holderOf } from '../context.ts'
import { holdersOf } from '../loads/marks.service.ts'
import * as store from './recipients.store.ts'

type Addressed = { toAddress: string; load: EmailedFacts }

/** Returns under what an email's recipient is known. */
export const recipientOf = ({ toAddress, load: { mc = '', company = '' } }: Addressed): store.RecipientOf => ({
  domain: recipientKeyOf(toAddress),
  mc,
  companyKey: companyKeyOf(company),
})

/** Judges the recipient of an email by those of the sender's earlier emails or, in a team, of the team's. */
export const judgeRecipient = ({ toAddress, load }: Addressed, recipients: KnownRecipient[]): RecipientVerdict =>
  checkRecipient({
    to: toAddress,
    readFrom: readFromOf(toAddress, load),
    load,
    known: indexRecipients(recipients),
  })

/**
 * Returns the verdict on the first Cc address that looks like a domain of earlier emails; those of the sender's own
 * domain never do. Which company a copy is for is not known.
 */
export async function findSuspiciousCopy(
  ctx: Context,
  { cc, own, holder }: { cc: string[]; own: string; holder: string },
): Promise<RecipientVerdict | undefined> {
  const byDomain = new Map(cc.map((address) => [recipientKeyOf(address), address]))
  byDomain.delete(recipientKeyOf(own))
  for (const [domain, to] of byDomain) {
    const recipients = await store.listNeeded(ctx.db, holder, { domain, mc: '', companyKey: '' })
    const verdict = checkRecipient({ to, readFrom: 'typed', load: {}, known: indexRecipients(recipients) })
    if (verdict.level === 'red') return verdict
  }
  return undefined
}

/** Lists whom the caller or, in a team, the team emailed since then, the newest first. */
export const listRecipients = (ctx: Context, newest: { since: Date; limit: number }): Promise<KnownRecipient[]> =>
  store.listRecipients(ctx.db, { holder: holderOf(ctx.caller), ...newest })

type PastEmail = Addressed & { userId: string; organizationId: string | null; createdAt: Date }

/** Counts emails of the past, of users who have none yet. */
export async function recordPastRecipients(ctx: Deps, emails: PastEmail[]): Promise<void> {
  const sent = emails.flatMap((email) =>
    holdersOf(email).map((holder) => ({ holder, ...recipientOf(email), at: email.createdAt })),
  )
  const counted = new Map<string, (typeof sent)[number] & { count: number }>()
  for (const { at, ...recipient } of sent) {
    const key = JSON.stringify(recipient)
    const { count = 0, at: last = at } = counted.get(key) ?? {}
    counted.set(key, { ...recipient, count: count + 1, at: at > last ? at : last })
  }
  await store.addPastRecipients(
    ctx.db,
    [...counted.values()].map(({ at, count, ...recipient }) => ({ ...recipient, sent: count, lastAt: at })),
  )
}

export const deleteRecipients: DeletionStep = async ({ db }, { userId, ownTeam }) =>
  (await store.deleteRecipients(db, userId, deletionBatch)) ||
  (ownTeam !== undefined && (await store.deleteRecipients(db, ownTeam, deletionBatch)))
