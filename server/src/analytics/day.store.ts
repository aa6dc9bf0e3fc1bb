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

type Asked = Between & { answeredBefore: Date }
type AskedRow = { userId: string; holder: string; asked: number; answered: number }

/** Counts the loads that people asked about in this time, and those of them that were answered before a time. */
export const countAsked = compileOnce((db, { userIds, from, before, answeredBefore }: Asked) => {
  const statement = sql<AskedRow>`
    select user_id, holder, count(*) as asked, count(*) filter (where is_answered) as answered
    from (
      select distinct event.user_id, coalesce(event.organization_id, event.user_id) as holder, event.load_id,
        load.status not in ('saved', 'contacted') and exists (
          select from (${loadAnswers(db)}) as answer
          where answer.user_id = event.user_id and answer.load_id = event.load_id and answer.at < ${answeredBefore}
        ) as is_answered
      from contact_event as event
        join (${loadStatuses(db)}) as load on load.user_id = event.user_id and load.id = event.load_id
      where event.user_id = any(${userIds}::uuid[]) and event.contact_time >= ${from} and event.contact_time < ${before}
    ) as asks
    group by user_id, holder`
  return { compile: () => statement.compile(db) }
})
