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

type Asked = Record<'from' | 'before' | 'earlierFrom' | 'earlierBefore', Date> & {
  userIds: string[]
  today: string
  earlier: string
}
type AskedRow = { userId: string; holder: string; isEarlier: boolean; asked: number; answered: number }

/**
 * Counts the loads that people asked about on each of two days before a time, and those of them that were answered within
 * it and still are. Few loads are answered, so only their rows are read.
 */
export const countAsked = compileOnce((db, { userIds, today, from, before, ...of }: Asked) => {
  const { earlier, earlierFrom, earlierBefore } = of
  // Grouped and counted in the order of an index, which alone is read.
  const askedOn = (isEarlier: boolean, day: string, first: Date, end: Date) => sql`
    select user_id, coalesce(organization_id, user_id) as holder, ${isEarlier ? sql`true` : sql`false`} as is_earlier,
      asked, answered
    from (
      select event.user_id, event.organization_id, count(distinct event.load_id) as asked,
        count(distinct event.load_id) filter (where (event.user_id, event.load_id) in (
          select answer.user_id, answer.load_id
          from (${loadAnswers(db)}) as answer
            join (${loadStatuses(db)}) as load on load.user_id = answer.user_id and load.id = answer.load_id
          where answer.user_id = any(${userIds}::uuid[]) and answer.at >= ${first} and answer.at < ${end}
            and load.status not in ('saved', 'contacted')
        )) as answered
      from contact_event as event
      where event.user_id = any(${userIds}::uuid[]) and event.day = ${day} and event.contact_time < ${end}
        and event.load_id is not null
      group by event.user_id, event.organization_id
    ) as counts`
  const statement = sql<AskedRow>`
    ${askedOn(false, today, from, before)} union all ${askedOn(true, earlier, earlierFrom, earlierBefore)}`
  return { compile: () => statement.compile(db) }
})
