import type { SentEmail } from '@loadping/contract/emails/emails'
import type { RecordedCall } from '@loadping/contract/loads/loads.api'
import type { JSONColumnType } from 'kysely'

/** Column types; `idempotency.sql` is the source of truth. */
export type IdempotencyTables = {
  idempotencyKey: {
    userId: string
    key: string
    bodyHash: string
    answer: JSONColumnType<SentEmail | RecordedCall>
    createdAt: Date
  }
}
