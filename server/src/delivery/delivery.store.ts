import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import { suspendedAmong, suspensionOf } from '../accounts/accounts.reads.ts'
import { unnoticedCopy } from '../copies/copies.reads.ts'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { byDueTime, type Claim, isFree, isHeldBy, isNoneOf, leaseEnd } from '../jobs/lease.ts'
import { switchesOff } from '../kill-switches/kill-switches.reads.ts'
import { waitingOf } from './delivery.reads.ts'

/** A claimed email, which with `claims` owns it until a later claim. */
export type Delivery = Omit<
  Selectable<Tables['delivery']>,
  'leasedUntil' | 'mailboxKind' | 'waitsFor' | 'receiver' | 'heldAt'
> & {
  /** Whether an earlier claim never ended: its worker crashed. */
  wasAbandoned: boolean
}

type NewDelivery = Pick<
  Selectable<Tables['delivery']>,
  | 'id'
  | 'userId'
  | 'dueAt'
  | 'createdAt'
  | 'sellBy'
  | 'mailboxKind'
  | 'mailbox'
  | 'limitScope'
  | 'toNewRecipient'
  | 'isPractice'
>

export const listWaiting = compileOnce(waitingOf)

export const deliveriesWrite = (db: Db, deliveries: NewDelivery[]) => db.insertInto('delivery').values(deliveries)

/**
 * Claims due emails from mailboxes of one kind, oldest first, but none `inFlight` in this process or held. While a kill
 * switch is set, claims only those past their sell-by; the same of suspended people.
 */
export async function claimDeliveries(
  db: Db,
  {
    mailboxKind,
    now,
    inFlight,
    limit,
    dueSince,
  }: {
    mailboxKind: MailboxKind
    now: Date
    inFlight: readonly { id: string }[]
    limit: number
    dueSince?: Date | undefined
  },
): Promise<Delivery[]> {
  const claimed = await db
    .with('due', (cte) =>
      cte
        .selectFrom('delivery')
        .select(['id', 'leasedUntil'])
        .where('mailboxKind', '=', mailboxKind)
        .where('dueAt', '<=', now)
        .$if(dueSince !== undefined, (query) => query.where('dueAt', '>=', dueSince ?? now))
        .where('heldAt', 'is', null)
        .where((eb) => eb.not(eb.exists(unnoticedCopy(db))))
        .where((eb) =>
          eb.or([
            eb('sellBy', '<=', now),
            eb.and([eb.not(eb.exists(switchesOff(db))), eb(suspensionOf(db, eb.ref('delivery.userId')), 'is', null)]),
          ]),
        )
        .where(isFree)
        .where(isNoneOf(inFlight))
        .orderBy('dueAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('delivery')
    .from('due')
    .set((eb) => ({ leasedUntil: leaseEnd, claims: eb('delivery.claims', '+', 1) }))
    .whereRef('delivery.id', '=', 'due.id')
    .where('delivery.id', '=', sql<string>`any(array(select id from due))`) // a join alone may read all that left, beside an old snapshot
    .returning((eb) => [
      eb('due.leasedUntil', 'is not', null).$castTo<boolean>().as('wasAbandoned'),
      'delivery.id',
      'userId',
      'dueAt',
      'createdAt',
      'sellBy',
      'claims',
      'failedAttempts',
      'hasSlot',
      'mailbox',
      'limitScope',
      'toNewRecipient',
      'isPractice',
    ])
    .execute()
  return byDueTime(claimed)
}

/** Renews the leases of these claims that have not ended. Waits for no row that a transaction has locked. */
export const renewDeliveries = (db: Db, claims: readonly Claim[]) =>
  db
    .with('held', (cte) => cte.selectFrom('delivery').select('id').where(isHeldBy(claims)).forUpdate().skipLocked())
    .updateTable('delivery')
    .from('held')
    .set({ leasedUntil: leaseEnd })
    .whereRef('delivery.id', '=', 'held.id')
    .where('delivery.id', '=', sql<string>`any(array(select id from held))`)
    .execute()

/** Locks an email in the queue until the transaction ends. Returns false if another worker has claimed it since. */
export async function lockDelivery(db: Db, { id, claims }: Claim): Promise<boolean> {
  const row = await db
    .selectFrom('delivery')
    .select('id')
    .where('id', '=', id)
    .where('claims', '=', claims)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export const deleteDelivery = (db: Db, id: string) => db.deleteFrom('delivery').where('id', '=', id).execute()

/** Makes emails due that wait longer than any retry does, since a clock that was set back queued them. */
export const hastenFarDeliveries = (db: Db, { now, until }: { now: Date; until: Date }) =>
  db.updateTable('delivery').set({ dueAt: now }).where('dueAt', '>', until).execute()

/** Schedules the next attempt of an email whose attempt failed, and ends this claim on it. */
export const rescheduleDelivery = (db: Db, { id, claims, failedAttempts }: Delivery, dueAt: Date) =>
  db
    .updateTable('delivery')
    .set({
      dueAt,
      leasedUntil: null,
      failedAttempts: failedAttempts + 1,
      claims: claims + 1,
      hasSlot: false,
      waitsFor: null,
      receiver: null,
    })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .execute()

/** Returns an email to the queue, uncounted. Returns false if it ended or another worker has claimed it since. */
export async function returnDelivery(db: Db, { id, claims }: Claim): Promise<boolean> {
  const returned = await db
    .updateTable('delivery')
    .set({ leasedUntil: null, claims: claims + 1, hasSlot: false })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .returning('id')
    .executeTakeFirst()
  return returned !== undefined
}

export type Deferral = {
  id: string
  dueAt: Date
  hasSlot: boolean
  waitsFor?: Tables['delivery']['waitsFor']
  receiver?: string
}

/** Gives claimed emails back to the queue, due at these times or at their sell-by. */
export function deferDeliveries(db: Db, deferrals: Deferral[]) {
  const ids = deferrals.map(({ id }) => id)
  const times = deferrals.map(({ dueAt }) => dueAt)
  const slots = deferrals.map(({ hasSlot }) => hasSlot)
  const reasons = deferrals.map(({ waitsFor }) => waitsFor ?? null)
  const receivers = deferrals.map(({ receiver }) => receiver ?? null)
  return sql`update delivery set due_at = least(deferral.due_at, delivery.sell_by), leased_until = null,
      has_slot = deferral.has_slot, waits_for = deferral.waits_for, receiver = deferral.receiver
    from unnest(${ids}::uuid[], ${times}::timestamptz[], ${slots}::boolean[], ${reasons}::text[], ${receivers}::text[])
      as deferral (id, due_at, has_slot, waits_for, receiver)
    where delivery.id = deferral.id and delivery.id = any(${ids}::uuid[])`.execute(db)
}

/** Lets no attempt at these emails begin any more, whoever has claimed them: they fail as too late. */
export const expireDeliveries = (db: Db, ids: string[], now: Date) =>
  db
    .updateTable('delivery')
    .set((eb) => ({ sellBy: eb.fn<Date>('least', ['sellBy', eb.val(now)]), dueAt: now }))
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute()

/** Makes a user's waiting email due now. Returns its kind of mailbox, or undefined if none waits for its next attempt. */
export const hastenDelivery = (db: Db, { id, userId, now }: { id: string; userId: string; now: Date }) =>
  db
    .updateTable('delivery')
    .set((eb) => ({ dueAt: eb.fn<Date>('least', ['dueAt', eb.val(now)]) }))
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('failedAttempts', '>', 0)
    .where('waitsFor', 'is', null)
    .where('hasSlot', '=', false)
    .where('heldAt', 'is', null)
    .where(isFree)
    .returning('mailboxKind')
    .executeTakeFirst()

/** Makes emails due now that wait for this receiver. */
export const hastenToReceiver = (db: Db, receiver: string, now: Date) =>
  db.updateTable('delivery').set({ dueAt: now }).where('receiver', '=', receiver).where(isFree).execute()

type Movable = { userId: string; mailbox: string; now: Date }

/**
 * Holds for emails that wait for another mailbox and were never tried. One whose lease ended may have been tried by a
 * worker that crashed.
 */
const isMovable =
  ({ userId, mailbox, now }: Movable) =>
  (eb: ExpressionBuilder<Tables, 'delivery'>) =>
    eb.and([
      eb('userId', '=', userId),
      eb('mailbox', '<>', mailbox),
      eb('waitsFor', 'in', ['mailbox-limit', 'reconnect', 'password-login', 'receiver-pause']),
      eb('failedAttempts', '=', 0),
      eb('leasedUntil', 'is', null),
      eb('heldAt', 'is', null),
      eb('sellBy', '>', now),
    ])

/** Counts a user's emails that another mailbox could send. */
export async function countMovable(db: Db, movable: Movable): Promise<number> {
  const { count } = await db
    .selectFrom('delivery')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isMovable(movable))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Moves them to this mailbox, due now. Who claimed one before can't send it any more. Returns their ids. */
export async function moveDeliveries(
  db: Db,
  movable: Movable,
  { mailboxKind }: { mailboxKind: MailboxKind },
): Promise<string[]> {
  const moved = await db
    .updateTable('delivery')
    .set((eb) => ({
      mailbox: movable.mailbox,
      mailboxKind,
      dueAt: movable.now,
      hasSlot: false,
      waitsFor: null,
      receiver: null,
      claims: eb('claims', '+', 1),
    }))
    .where(isMovable(movable))
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}

type OwnClaim = Claim & { userId: string }

/**
 * Moves emails from queued to sending if their lease has not ended, their sell-by is ahead, no kill switch set, and neither
 * they are held, their user is suspended, nor the database is a copy. Commits and returns the ids that moved.
 */
export async function markSending(
  db: Db,
  claimed: OwnClaim[],
  {
    now,
    sendingWrite,
  }: { now: Date; sendingWrite: (of: RawBuilder<unknown>, userIds: string[]) => RawBuilder<unknown> },
): Promise<Set<string>> {
  const ids = claimed.map(({ id }) => id)
  const userIds = claimed.map(({ userId }) => userId)
  const { rows } = await sql<{ id: string }>`
    with owned as (
      select id from (
        select id, claims, leased_until from delivery
        where id = any(${ids}::uuid[]) and sell_by > ${now} and held_at is null and not exists (${switchesOff(db)})
          and user_id <> all (array${suspendedAmong(db, userIds)}) and not exists (${unnoticedCopy(db)}) for update
      ) as locked
      where ${isHeldBy(claimed)}
    )
    ${sendingWrite(sql`owned`, userIds)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

type Sent = { id: string; userId: string; note: string | null }

/**
 * Marks emails as sent and removes them from the queue. Only the worker that marked them as sending may call it, even
 * after its claim expired.
 */
export function markSent(
  db: Db,
  sent: Sent[],
  { sentWrite }: { sentWrite: (of: RawBuilder<unknown>, userIds: string[]) => RawBuilder<unknown> },
) {
  const ids = sent.map(({ id }) => id)
  const notes = sent.map(({ note }) => note)
  const userIds = sent.map(({ userId }) => userId)
  // Locks each row of the queue before its email, as everywhere else, to avoid deadlocks.
  return sql`
    with locked as (select id from delivery where id = any(${ids}::uuid[]) for update),
    accepted as (
      select given.id, given.note
      from unnest(${ids}::uuid[], ${notes}::text[]) as given (id, note) left join locked on locked.id = given.id
    ),
    marked as (${sentWrite(sql`accepted`, userIds)})
    delete from delivery using marked where delivery.id = marked.id and delivery.id = any(${ids}::uuid[])`.execute(db)
}

/** Returns how long the oldest due email that no worker holds has waited, in seconds. */
export const countDeliveries = (db: Db) =>
  db
    .selectFrom('delivery')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('heldAt', 'is', null).as('waiting'),
      eb.fn.countAll<number>().filterWhere(sql<boolean>`not ${isFree}`).as('sending'),
      eb.fn.countAll<number>().filterWhere('heldAt', 'is not', null).as('held'),
    ])
    .executeTakeFirstOrThrow()

export async function findOldestAge(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from ${now}::timestamptz - min(due_at))::int as seconds
    from delivery where held_at is null and ${suspensionOf(db, sql`delivery.user_id`)} is null and ${isFree}`.execute(
    db,
  )
  return Math.max(0, rows[0]?.seconds ?? 0)
}
