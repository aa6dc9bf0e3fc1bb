import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import type { Place } from '@loadping/contract/boards/posted-load'
import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { loads } from '../loads/loads.reads.ts'

export type ContactedLoad = {
  userId: string
  origin: Place
  dest: Place
  equipmentClass: EquipmentClass | null
  contactEmail: string | null
  mc: string | null
  tripMiles: number | null
  askCents: number | null
  contactedAt: Date
  outcome: OutcomeKind | null
  outcomeCents: number | null
}

/** Lists the loads of these users that were contacted last, the newest first: so many of each user. */
export async function listContacted(
  db: Db,
  { userIds, since, limit }: { userIds: string[]; since: Date; limit: number },
): Promise<ContactedLoad[]> {
  const ofEach = userIds.map(
    (userId) => sql`(
      select user_id, facts -> 'origin' as origin, facts -> 'dest' as dest, equipment_class, mc, trip_miles, ask_cents,
        facts ->> 'contactEmail' as contact_email, contacted_at, outcome, outcome_cents
      from (${loads(db)}) as load where user_id = ${userId} and contacted_at >= ${since}
      order by contacted_at desc limit ${limit})`,
  )
  const { rows } = await sql<ContactedLoad>`
    select * from (${sql.join(ofEach, sql` union all `)}) as contacted order by contacted_at desc`.execute(db)
  return rows
}
