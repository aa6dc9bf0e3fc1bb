import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { searchTextContains } from '../db/search-text.ts'
import type { Cursor, EmailRow } from './emails.store.ts'

type Listing = {
  organizationId: string | null
  userIds: string[]
  search: string
  before: Cursor | undefined
  limit: number
}
type TeamEmailRow = Pick<
  EmailRow,
  'id' | 'userId' | 'state' | 'toAddress' | 'subject' | 'askCents' | 'createdAt' | 'load'
>

/** Lists the emails of an organization's users, the newest first: so many of each from the index of their own. */
export async function listTeamEmails(
  db: Db,
  { organizationId, userIds, search, before, limit }: Listing,
): Promise<TeamEmailRow[]> {
  const ofEach = userIds.map(
    (userId) => sql`(
      select id, user_id, state, to_address, subject, ask_cents, created_at, load from email
      where user_id = ${userId} and organization_id = ${organizationId} and state <> 'undone'
        and ${search === '' ? sql`true` : searchTextContains(search)}
        and ${before ? sql`(created_at, id) < (${before.createdAt}, ${before.id})` : sql`true`}
      order by created_at desc, id desc limit ${limit})`,
  )
  const { rows } = await sql<TeamEmailRow>`
    select * from (${sql.join(ofEach, sql` union all `)}) as sent order by created_at desc, id desc limit ${limit}`.execute(
    db,
  )
  return rows
}
