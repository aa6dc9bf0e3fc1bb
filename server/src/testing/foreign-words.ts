import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { OutgoingMessage } from '../integrations/mailbox.ts'

/** An id, or the address of a person that a test signed up; each belongs to one person. */
const word = /[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[\da-f]{4}-[\da-f]{12}(@carrier\.example)?/g

type Told = { what: string; to: string | undefined; words: string[] }

/**
 * Listens to every answer of an app. What it answers finds all that was told to somebody whose it is not: ids of rows, ids and addresses of
 * people, in bodies and headers, and the same in mails (T04). What a request brought itself does not count.
 */
export function listenForForeignWords(app: FastifyInstance, { pool, sent }: { pool: pg.Pool; sent: OutgoingMessage[] }): () => Promise<string[]> {
  const told: Told[] = []
  app.addHook('onSend', async (request, reply, payload) => {
    const brought = wordsIn(JSON.stringify([request.url, request.body, request.headers]))
    const words = wordsIn(`${typeof payload === 'string' ? payload : ''}${JSON.stringify(reply.getHeaders())}`).filter((found) => !brought.includes(found))
    if (words.length > 0) told.push({ what: `${request.method} ${request.routeOptions.url}`, to: callerOf(request), words })
  })
  return async () => {
    const owners = await ownersOf(pool)
    const foreign = told.flatMap(({ what, to, words }) => words.filter((found) => (owners.get(found) ?? to) !== to).map((found) => `${what} tells ${found}`))
    const mixed = sent.filter((mail) => new Set(wordsIn(JSON.stringify(mail)).flatMap((found) => owners.get(found) ?? [])).size > 1)
    return [...foreign, ...mixed.map(({ to, subject }) => `a mail to ${to} tells of several people: ${subject}`)]
  }
}

const wordsIn = (text: string): string[] => [...new Set(text.match(word) ?? [])]

function callerOf({ headers }: FastifyRequest): string | undefined {
  const [, claims = ''] = (headers.authorization ?? '').split('.')
  const [, userId] = /"sub":"([^"]+)"/.exec(Buffer.from(claims, 'base64url').toString()) ?? []
  return userId
}

/** Whose each id and address is, by every table that says so. */
async function ownersOf(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name in ('id', 'user_id') group by 1 having count(*) = 2",
  )
  const owned = tables.map(({ name }) => `select id::text as word, user_id::text as owner from ${name} where user_id is not null`)
  const people = ['select id::text, id::text from account', 'select email, id::text from account']
  const { rows } = await pool.query<{ word: string; owner: string }>([...owned, ...people].join(' union all '))
  return new Map(rows.map((row) => [row.word, row.owner]))
}
