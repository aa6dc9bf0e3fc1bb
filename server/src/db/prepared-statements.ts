import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Bounds the memory of each connection's server process. Further statements are planned each time. */
const maxStatements = 500

/** Since when connections wait for the answer to a statement, by the process's uptime in milliseconds. */
export type Running = Map<pg.PoolClient, number>

/** What is noticed of a pool's connections: the statements that run, and how many seconds each call waited for one. */
export type Noticed = { running?: Running; onWaited?: (seconds: number) => void }

/** Ends the connections that have waited for so long. Their statements fail as unavailable, and others take their places. */
export function endSlow(running: Running, ms: number): void {
  for (const [client, since] of running) if (performance.now() - since > ms) end(client)
}

/** Closes the socket of a connection that waits for an answer. */
const end = (client: pg.PoolClient) => void (client as pg.PoolClient & pg.Client).end().catch(() => {}) // a pool's client is one

/**
 * Wraps a pool so that each connection prepares a statement once. A lost or outdated one runs again unprepared, except
 * in a transaction, which fails.
 */
export function withPreparedStatements(
  pool: pg.Pool,
  { running = new Map(), onWaited = () => {} }: Noticed = {},
): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size === maxStatements) return known
    const name = createHash('sha256').update(text).digest('base64url') // the same in every process
    names.set(text, name)
    return name
  }
  const connect = async () => {
    const since = performance.now()
    return pool.connect().finally(() => onWaited((performance.now() - since) / 1_000))
  }
  return {
    options: pool.options,
    connect: async () => preparing(await connect(), { nameOf, running }),
    end: () => pool.end(),
  }
}

function preparing(
  client: pg.PoolClient,
  { nameOf, running }: { nameOf: (text: string) => string | undefined; running: Running },
): PostgresPoolClient {
  let isOutdated = false
  let lost: unknown
  const ask = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
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
  const query = async (text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    if (lost) throw lost // such as the rollback of a transaction whose statement got no answer: it would get none either
    running.set(client, performance.now())
    try {
      return await ask(text, [...parameters])
    } catch (error) {
      if (isUnanswered(error)) lost = error
      throw error
    } finally {
      running.delete(client)
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'], // no cursors, which its other overload takes
    release: (destroy = false) => client.release(destroy || isOutdated || lost !== undefined),
  }
}

/** Whether a connection still waits for the answer to a statement that was given up, or has ended. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && /^(Query read timeout|Connection terminated)/.test(error.message)

/** Whether a statement failed before it ran, because its preparation is missing, foreign or outdated. */
export function isOutdatedStatement(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  // 0A000 means any unsupported query. The routine's name tells them apart in every language of the messages.
  const hasOldPlan = error.code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery'
  return hasOldPlan || error.code === '26000' || error.code === '42P05'
}
