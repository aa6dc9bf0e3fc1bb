import { sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import { loadAnswers, loadStatuses } from '../loads/loads.reads.ts'

type Between = { userIds: string[]; from: Date; before: Date }

/** Lists the counts of people on two days, with the moments of their contacts. */
export const listDays = compileOnce(
  (db, { userIds, today, before }: { userIds: string[]; today: string; before: string }) =>
    db
      .selectFrom('contactCount')
      .select([
        'userId',
        'day',
        'holder',
        'emailSent',
        'phoneCall',
        'postToContactSum',
        'postToContactCount',
        'moments',
      ])
      .where('userId', '=', (eb) => eb.fn.any(eb.val(userIds)))
      .where('bucket', '=', 'day')
      .where('day', 'in', [today, before]),
)

/** Lists the contacts of a part of an hour, of which there are no counts. */
export const listContactsBetween = compileOnce((db, { userIds, from, before }: Between) =>
  db
    .selectFrom('contactEvent')
    .select(['userId', 'organizationId', 'postToContactSeconds'])
    .where('userId', '=', (eb) => eb.fn.any(eb.val(userIds)))
    .where('contactTime', '>=', from)
    .where('contactTime', '<', before),
)

type Asked = Record<'from' | 'before' | 'earlierFrom' | 'earlierBefore', Date> & { userIds: string[] }
type AskedRow = { userId: string; holder: string; isEarlier: boolean; asked: number; answered: number }

/**
 * Counts the loads that people asked about in each of two times, and those of them that were answered within it and still
 * are. Few loads are answered, so only their rows are read.
 */
export const countAsked = compileOnce((db, { userIds, from, before, earlierFrom, earlierBefore }: Asked) => {
  const askedBetween = (isEarlier: boolean, first: Date, end: Date) => sql`
    select distinct event.user_id, coalesce(event.organization_id, event.user_id) as holder,
      ${isEarlier ? sql`true` : sql`false`} as is_earlier, event.load_id,
      (event.user_id, event.load_id) in (
        select answer.user_id, answer.load_id
        from (${loadAnswers(db)}) as answer
          join (${loadStatuses(db)}) as load on load.user_id = answer.user_id and load.id = answer.load_id
        where answer.user_id = any(${userIds}::uuid[]) and answer.at >= ${first} and answer.at < ${end}
          and load.status not in ('saved', 'contacted')
      ) as is_answered
    from contact_event as event
    where event.user_id = any(${userIds}::uuid[]) and event.contact_time >= ${first} and event.contact_time < ${end}
      and event.load_id is not null`
  const statement = sql<AskedRow>`
    select user_id, holder, is_earlier, count(*) as asked, count(*) filter (where is_answered) as answered
    from (
      ${askedBetween(false, from, before)} union all ${askedBetween(true, earlierFrom, earlierBefore)}
    ) as asks
    group by user_id, holder, is_earlier`
  return { compile: () => statement.compile(db) }
})
