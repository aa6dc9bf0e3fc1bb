import { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import type { Deps } from '../context.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { isNear } from '../period.ts'
import { claimSendable, isTooLate, slotGraceMs } from './claim.service.ts'
import {
  createStatusWriter,
  type Delivering,
  deliverEmail,
  loadDeliveryInputs,
  postponeDelivery,
  withdrawDelivery,
} from './delivery.service.ts'
import { type Delivery, renewDeliveries } from './delivery.store.ts'
import { emailJobKind } from './queue.service.ts'
import { createSemaphore } from './semaphore.ts'

const deliveriesAtOnce: Record<MailboxKind, number> = { relay: 64, google: 48, outlook: 48, smtp: 48 }

/**
 * An email that has left stays in the index for as long as an old snapshot may read it. While there is one, most looks begin near
 * to now, unless the last one from the beginning found any that wait longer.
 */
const recentMs = 5_000
const oldSnapshotSeconds = 60
const wholeLookMs = 10_000

/** Delivers inquiries: one kind of job per kind of mailbox. While a kill switch is set, only ends those that are late. */
export function deliveryJobs(ctx: Deps, { reverse }: Pick<Delivering, 'reverse'>): JobKind[] {
  const delivering = { statusWriter: createStatusWriter(ctx), reverse }
  return MailboxKind.options.map((mailboxKind) => {
    const runLimited = createSemaphore(deliveriesAtOnce[mailboxKind])
    let lookedFromBeginning = new Date(0)
    return {
      kind: emailJobKind(mailboxKind),
      // As many again wait for the semaphore, so that no delivery waits for a claim.
      concurrency: 2 * deliveriesAtOnce[mailboxKind],
      async claim(limit, inFlight) {
        const now = ctx.now()
        const recent = new Date(now.getTime() - recentMs)
        const isAfterWholeLook = isNear(lookedFromBeginning, now, wholeLookMs)
        const dueSince =
          isAfterWholeLook && ctx.observed.oldestSnapshotSeconds > oldSnapshotSeconds ? recent : undefined
        const found = await claimSendable(ctx, { mailboxKind, limit, inFlight, dueSince })
        const { deliveries, examined, oldestDueAt = recent } = found
        if (dueSince === undefined && oldestDueAt >= recent) lookedFromBeginning = now
        const sendable = new Set(deliveries.filter((delivery) => !isTooLate(ctx, delivery)))
        const inputs = await loadDeliveryInputs(ctx, deliveries)
        // Counts from here, not from the claim: while a machine of the database is away, reads are slow, and the emails
        // that could be read are still sent.
        const readAt = performance.now()
        const deliver = (delivery: Delivery) => {
          const isCounted = sendable.has(delivery)
          const input = inputs.get(delivery.id)
          if (isCounted && !input) return postponeDelivery(ctx, delivery)
          const isDelayed = isTooLate(ctx, delivery) || performance.now() - readAt > slotGraceMs
          return isCounted && isDelayed
            ? withdrawDelivery(ctx, delivery)
            : deliverEmail(ctx, delivering, delivery, input)
        }
        return {
          jobs: deliveries.map((delivery) => ({
            id: delivery.id,
            claims: delivery.claims,
            group: delivery.mailbox,
            run: () => runLimited(() => deliver(delivery)),
          })),
          examined,
        }
      },
      renew: (inFlight) => renewDeliveries(ctx.leaseDb, inFlight),
    }
  })
}
