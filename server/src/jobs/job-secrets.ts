import { sql } from 'kysely'
import type { SecretKind } from '../key-ring/secret-kind.ts'

const keyId = sql<string>`split_part(encrypted_payload, '.', 1)`

/** What queued jobs are about. */
export const jobPayloads: SecretKind = {
  name: 'payloads of jobs',
  count: (db) =>
    db
      .selectFrom('job')
      .select((eb) => [keyId.as('keyId'), eb.fn.countAll<number>().as('count')])
      .groupBy(keyId)
      .execute(),
  async list(db, { keyId: current, skip, limit }) {
    const jobs = await db
      .selectFrom('job')
      .select(['id', 'encryptedPayload'])
      .where(keyId, '<>', current)
      .orderBy('id')
      .offset(skip)
      .limit(limit)
      .execute()
    return jobs.map(({ id, encryptedPayload }) => ({
      encrypted: encryptedPayload,
      context: id,
      async replace(encrypted) {
        const replaced = await db
          .updateTable('job')
          .set({ encryptedPayload: encrypted })
          .where('id', '=', id)
          .where('encryptedPayload', '=', encryptedPayload)
          .returning('id')
          .executeTakeFirst()
        return replaced !== undefined
      },
    }))
  },
}
