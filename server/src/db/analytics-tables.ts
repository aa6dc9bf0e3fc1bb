import type { Bucket } from '@loadping/contract/analytics/analytics'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import type { ColumnType, JSONColumnType } from 'kysely'

export type ContactEventTable = {
  userId: string
  id: string
  type: 'EMAIL' | 'PHONE'
  contactTime: Date
  day: Day
  postToContactSeconds: number | null
  rateCents: number | null
  emailId: string | null
  loadId: string | null
  organizationId: string | null
  load: JSONColumnType<StoredFacts>
}

export type ContactCountTable = {
  userId: string
  bucket: Bucket
  day: Day
  holder: string
  emailSent: number
  phoneCall: number
  postToContactSum: number
  postToContactCount: number
  rateCentsSum: number
  rateCount: number
  moments: Buffer
}

/** `YYYY-MM-DD` text, never a Date, because a day has no time or zone. */
export type Day = ColumnType<string, string, string>
