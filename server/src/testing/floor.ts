import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { readMe } from '../me/me.store.ts'
import { listSessionCallers } from '../sessions/sessions.store.ts'
import { listTemplates } from '../templates/templates.store.ts'

export type Statement = { text: string; values: unknown[] }

const session = (db: Db, sessionId: string) =>
  listSessionCallers(db, { sessionId, now: new Date(), idleSince: new Date(0) })

/** Returns the statements that the stores run for each route, in order. */
export const statementsOf = async ({ userId, sessionId }: { userId: string; sessionId: string }) => ({
  '/templates': await record((db) => [session(db, sessionId), listTemplates(db, { userId })]),
  '/users/me': await record((db) => [session(db, sessionId), readMe(db, { userId, month: '2026-01' })]),
})

/** Records statements without running them. */
async function record(work: (db: Db) => Promise<unknown>[]): Promise<Statement[]> {
  const statements: Statement[] = []
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin()],
    log: ({ query }) => void statements.push({ text: query.sql, values: [...query.parameters] }),
  })
  await Promise.allSettled(work(db)) // a statement without rows may throw
  return statements
}
