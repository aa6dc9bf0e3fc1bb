import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** What became of the relay's emails to one domain. */
export type RelayCounts = Record<'emails' | 'sent' | 'deferred' | 'refused' | 'bounced' | 'unknown', number>

/** Counts the relay's emails since then by the domain of their recipient. Reads the emails of all users. */
export async function countByDomain(db: Db, since: Date): Promise<(RelayCounts & { domain: string })[]> {
  const { rows } = await sql<RelayCounts & { domain: string }>`
    select lower(split_part(to_address, '@', -1)) as domain, count(*)::int as emails,
      (count(*) filter (where state = 'sent'))::int as sent,
      (count(*) filter (where state in ('queued', 'sending') and failure_reason is not null))::int as deferred,
      (count(*) filter (where state = 'failed' and failure_code is distinct from 'bounced'))::int as refused,
      (count(*) filter (where state = 'failed' and failure_code = 'bounced'))::int as bounced,
      (count(*) filter (where state = 'unknown'))::int as unknown
    from email where mailbox_kind = 'relay' and state <> 'undone' and created_at > ${since}
    group by 1 order by 2 desc`.execute(db)
  return rows
}
