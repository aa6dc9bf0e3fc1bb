import { renewBackupId } from '../backups/backup-folder.service.ts'
import { type DataDeps, type Deps, inTransaction } from '../context.ts'
import { noticeCopy } from '../copies/copies.service.ts'
import * as states from '../emails/email-states.service.ts'
import { countHeldJobs, dropHeldJobs, holdEmailJobs, releaseJobs } from '../jobs/held-jobs.ts'
import { lockSends } from '../loads/contacts.service.ts'
import { deleteDelivery } from './delivery.store.ts'
import * as store from './held.store.ts'

/** How many inquiries and emails of the product itself are meant. */
export type HeldCounts = { inquiries: number; productEmails: number }

/**
 * Holds what was queued if the database was restored or copied since emails were last sent from it. `folder` is the
 * embedded database's. What is queued from now on is sent.
 */
export const holdAfterCopy = async (ctx: DataDeps & Pick<Deps, 'log'>, folder: string | null): Promise<void> => {
  const held = await inTransaction(ctx, async (tx) => {
    const noticed = await noticeCopy(tx, folder)
    if (noticed === 'copied') await renewBackupId(tx) // a restored one goes on in place of its original
    return noticed && holdAll(tx)
  })
  if (held)
    ctx.log.error(
      held,
      'this database was restored or copied: emails queued before are held, because they may have been sent. Run npm run admin -- queue list',
    )
}

/** Logs what is held. */
export async function tellHeld(ctx: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const held = await countHeld(ctx)
  if (held.inquiries + held.productEmails > 0)
    ctx.log.warn(held, 'emails are held until npm run admin -- queue release or drop')
}

/** Holds every email that is queued now. Needs no transaction to be repeated after a crash. */
export const holdAll = async (ctx: DataDeps): Promise<HeldCounts> => ({
  inquiries: await store.holdDeliveries(ctx.db, ctx.now()),
  productEmails: await holdEmailJobs(ctx),
})

/** Counts what is held. */
export async function countHeld(ctx: Pick<DataDeps, 'db'>): Promise<HeldCounts> {
  const jobs = await countHeldJobs(ctx)
  return {
    inquiries: await store.countHeld(ctx.db),
    productEmails: jobs.reduce((sum, { count }) => sum + Number(count), 0),
  }
}

/** A held email, and what its release does: sends it, or only says that it may have been sent. */
export type HeldEmail = Pick<states.EmailRow, 'id' | 'createdAt' | 'replyTo' | 'toAddress' | 'subject'> & {
  sellBy: Date
  onRelease: 'sent' | 'unknown'
}

/** Lists held emails, at most so many. */
export async function listHeld(ctx: DataDeps, limit: number): Promise<HeldEmail[]> {
  const held = await store.listHeld(ctx.db, { after: undefined, limit })
  if (held.length === 0) return []
  const emails = new Map((await states.listEmailsOf(ctx, held)).map((email) => [email.id, email]))
  return held.flatMap(({ id, sellBy }) => {
    const email = emails.get(id)
    if (!email) return []
    const { createdAt, replyTo, toAddress, subject } = email
    const onRelease = maySend(ctx, email, sellBy) ? ('sent' as const) : ('unknown' as const)
    return [{ id, createdAt, replyTo, toAddress, subject, sellBy, onRelease }]
  })
}

/** Whether an email had not begun to be sent when it was held, and its sell-by is ahead. */
const maySend = (ctx: DataDeps, { state }: states.EmailRow, sellBy: Date): boolean =>
  state === 'queued' && sellBy > ctx.now()

/** What became of held emails. */
export type Ended = { released: number; unknown: number; productEmails: number }

/** Sends the held emails whose sell-by is ahead; the others become unknown. Repeat it after a crash: it goes on. */
export const releaseHeld = async (ctx: DataDeps): Promise<Ended> => ({
  ...(await endHeld(ctx, maySend)),
  productEmails: await releaseJobs(ctx),
})

/** Lets every held email become unknown, and forgets those of the product itself. Sends none. */
export const dropHeld = async (ctx: DataDeps): Promise<Ended> => ({
  ...(await endHeld(ctx, () => false)),
  productEmails: await dropHeldJobs(ctx),
})

const batch = 200

async function endHeld(ctx: DataDeps, mayBeSent: typeof maySend): Promise<Omit<Ended, 'productEmails'>> {
  let released = 0
  let unknown = 0
  for (let after: string | undefined; ; ) {
    const held = await store.listHeld(ctx.db, { after, limit: batch })
    for (const { id, userId } of held) {
      const end = await inTransaction(ctx, (tx) => endOne(tx, { id, userId }, mayBeSent))
      if (end === 'released') released++
      if (end === 'unknown') unknown++
    }
    after = held.at(-1)?.id
    if (after === undefined) return { released, unknown }
  }
}

async function endOne(
  tx: DataDeps,
  key: { id: string; userId: string },
  mayBeSent: typeof maySend,
): Promise<'released' | 'unknown' | undefined> {
  await lockSends(tx, key.userId)
  const held = await store.lockHeld(tx.db, key.id)
  if (!held) return undefined
  const email = await states.findEmail(tx, key)
  if (email && mayBeSent(tx, email, held.sellBy)) {
    await store.releaseDelivery(tx.db, key.id, tx.now())
    return 'released'
  }
  await deleteDelivery(tx.db, key.id)
  return (await states.markSentBefore(tx, key)) ? 'unknown' : undefined
}

/** Whether an email in the queue is held. */
export const isHeld = async (ctx: DataDeps, id: string): Promise<boolean> =>
  (await store.lockHeld(ctx.db, id)) !== undefined
