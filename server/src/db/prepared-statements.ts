import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Bounds the memory of each connection's server process. Further statements are planned each time. */
const maxStatements = 500

/**
 * Wraps a pool so that each connection prepares a statement once. A lost or outdated one runs again unprepared, except
 * in a transaction, which fails.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size === maxStatements) return known
    const name = createHash('sha256').update(text).digest('base64url') // the same in every process
    names.set(text, name)
    return name
  }
  return {
    options: pool.options,
    connect: async () => preparing(await pool.connect(), nameOf),
    end: () => pool.end(),
  }
}

function preparing(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  let isOutdated = false
  const query = async (text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    const values = [...parameters]
    const name = values.length > 0 ? nameOf(text) : undefined
    if (name === undefined) return client.query(text, values)
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error
      isOutdated = true
      if (client.getTransactionStatus() !== 'I') throw error
      return client.query(text, values)
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'], // no cursors, which its other overload takes
    release: (destroy = false) => client.release(destroy || isOutdated),
  }
}

/** Whether a statement failed before it ran, because its preparation is missing, foreign or outdated. */
export function isOutdatedStatement(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  // 0A000 means any unsupported query. The routine's name tells them apart in every language of the messages.
  const hasOldPlan = error.code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery'
  return hasOldPlan || error.code === '26000' || error.code === '42P05'
}
