import type { FunnelCounts } from '@loadping/contract/analytics'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { People } from './questions.store.ts'

type Time = { from: Date; before: Date }

/** The contacts of people about loads in this time. */
const contactsOf = ({ userIds, organizationId }: People, { from, before }: Time) => {
  const inTeam = organizationId === null ? sql`true` : sql`contact_event.organization_id = ${organizationId}`
  return sql`contact_event.user_id = any(${userIds}) and contact_time >= ${from} and contact_time < ${before}
    and contact_event.load_id is not null and ${inTeam}`
}

/** Joins the loads of contacts, which tell whether they were answered. A deleted load was not. */
const withLoad = sql`left join load on load.user_id = contact_event.user_id and load.id = contact_event.load_id`
const isAnswered = sql`bool_or(status is not null and status not in ('saved', 'contacted')) as is_answered`
const isBooked = sql`bool_or(status is not distinct from 'booked') as is_booked`

const countAsked = sql`count(*) as asked, count(*) filter (where is_answered) as answered,
  count(*) filter (where is_booked) as booked`

const rowsOf = async <Row>(db: Db, query: RawBuilder<Row & FunnelCounts>) => (await query.execute(db)).rows

/** Counts the loads that each user contacted, and those of them answered and booked, the most first. */
export const countByUser = (db: Db, people: People, time: Time) =>
  rowsOf(
    db,
    sql<{ userId: string } & FunnelCounts>`
      select user_id, ${countAsked} from (
        select contact_event.user_id, load_id, ${isAnswered}, ${isBooked}
        from contact_event ${withLoad} where ${contactsOf(people, time)} group by 1, 2
      ) as asks group by 1 order by asked desc, 1`,
  )

/** Counts them by template; a load counts for each that it was emailed with, and calls have none. */
export const countByTemplate = (db: Db, people: People, time: Time & { limit: number }) =>
  rowsOf(
    db,
    sql<{ name: string | null } & FunnelCounts>`
      select name, ${countAsked} from (
        select contact_event.user_id, contact_event.load_id, template_name as name, ${isAnswered}, ${isBooked}
        from contact_event ${withLoad}
          left join email on email.user_id = contact_event.user_id and email.id = contact_event.email_id
        where ${contactsOf(people, time)} group by 1, 2, 3
      ) as asks group by 1 order by asked desc, 1 limit ${time.limit}`,
  )

/** Counts them by the company of the posting. */
export const countByBroker = (db: Db, people: People, time: Time & { limit: number }) =>
  rowsOf(
    db,
    sql<{ company: string | null } & FunnelCounts>`
      select max(company) as company, ${countAsked} from (
        select contact_event.user_id, load_id, lower(contact_event.load ->> 'company') as company_key,
          max(contact_event.load ->> 'company') as company, ${isAnswered}, ${isBooked}
        from contact_event ${withLoad} where ${contactsOf(people, time)} group by 1, 2, 3
      ) as asks group by company_key order by asked desc, company_key limit ${time.limit}`,
  )
