import type { Bucket } from '@loadping/contract/analytics/analytics'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import type { ColumnType, JSONColumnType } from 'kysely'

/** Column types; `analytics.sql` and `kept-from.sql` are the source of truth. */
export type AnalyticsTables = {
  contactEvent: ContactEventTable
  contactCount: ContactCountTable
  weeklySummary: { userId: string; week: Day }
  keptFrom: { kind: 'contacts' | 'loads'; day: Day }
}

type ContactEventTable = {
  userId: string
  id: string
  type: 'EMAIL' | 'PHONE'
  contactTime: Date
  day: Day
  postToContactSeconds: number | null
  askCents: number | null
  postedCents: number | null
  emailId: string | null
  loadId: string | null
  organizationId: string | null
  load: JSONColumnType<StoredFacts>
}

type ContactCountTable = {
  userId: string
  bucket: Bucket
  day: Day
  holder: string
  emailSent: number
  phoneCall: number
  postToContactSum: number
  postToContactCount: number
  askedCentsSum: number
  askedCount: number
  postedCentsSum: number
  postedCount: number
  moments: Buffer
}

/** `YYYY-MM-DD` text, never a Date, because a day has no time or zone. */
type Day = ColumnType<string, string, string>
