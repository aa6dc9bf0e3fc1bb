import type { SentEmail } from '@loadping/contract/emails/emails'
import type { LoadBefore } from '@loadping/contract/loads/load-status'
import type { RecordedCall } from '@loadping/contract/loads/loads.api'
import type { JSONColumnType } from 'kysely'

/** What a key may have been answered with. */
export type KeyAnswer = SentEmail | RecordedCall | LoadBefore

/** Column types; `idempotency.sql` is the source of truth. */
export type IdempotencyTables = {
  idempotencyKey: {
    userId: string
    key: string
    bodyHash: string
    answer: JSONColumnType<KeyAnswer>
    createdAt: Date
  }
}
