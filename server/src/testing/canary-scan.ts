import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { OutgoingMessage } from '../integrations/mailbox.ts'

/** An id, or the address of a person that a test signed up; each belongs to one person or one organization. */
const word = /[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[\da-f]{4}-[\da-f]{12}(@carrier\.example)?/g

type Told = { what: string; to: string | undefined; words: string[] }

/**
 * Listens to every answer of an app. What it answers finds all that was told to somebody whose it is not: ids of rows, ids and addresses of
 * people, in bodies and headers, and the same in mails. What a request brought itself does not count, nor what people of one team may
 * know of each other and of those they invited. Who holds the link of an invitation may know what it is about.
 */
export function startCanaryScan(
  app: FastifyInstance,
  { pool, sent }: { pool: pg.Pool; sent: OutgoingMessage[] },
): () => Promise<string[]> {
  const told: Told[] = []
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.url === '/api/invite/preview') return
    const brought = wordsIn(JSON.stringify([request.url, request.body, request.headers]))
    const words = wordsIn(`${typeof payload === 'string' ? payload : ''}${JSON.stringify(reply.getHeaders())}`).filter(
      (found) => !brought.includes(found),
    )
    if (words.length > 0)
      told.push({ what: `${request.method} ${request.routeOptions.url}`, to: callerOf(request), words })
  })
  return async () => {
    const { ownerOf, mayKnow, areOneCircle } = await whoseIsWhat(pool)
    const foreign = told.flatMap(({ what, to, words }) =>
      words.filter((found) => !mayKnow(to, ownerOf(found))).map((found) => `${what} tells ${found}`),
    )
    const mixed = sent.filter(
      (mail) => !areOneCircle(wordsIn(JSON.stringify(mail)).flatMap((found) => ownerOf(found) ?? [])),
    )
    return [...foreign, ...mixed.map(({ to, subject }) => `a mail to ${to} tells of several people: ${subject}`)]
  }
}

const wordsIn = (text: string): string[] => [...new Set(text.match(word) ?? [])]

function callerOf({ headers }: FastifyRequest): string | undefined {
  const [, claims = ''] = (headers.authorization ?? '').split('.')
  const [, userId] = /"sub":"([^"]+)"/.exec(Buffer.from(claims, 'base64url').toString()) ?? []
  return userId
}

/** Whose each id and address is, by every table that says so, and who may know what of whom. */
async function whoseIsWhat(pool: pg.Pool) {
  const owned = await Promise.all([ownWords(pool, 'user_id'), ownWords(pool, 'organization_id')])
  const owners = new Map(owned.reverse().flat()) // what names both is its person's
  const insiders = await circles(
    pool,
    'select user_id, organization_id from membership union select user_id, organization_id from removed_member union select account.id, organization_id from team_activity join account on email = actor',
  )
  const invited = await circles(
    pool,
    'select account.id as user_id, organization_id from invitation join account using (email)',
  )
  const teamsOf = (person: string) => [...(insiders.get(person) ?? [])]

  const mayKnow = (to: string | undefined, owner: string | undefined): boolean => {
    if (owner === undefined || owner === to) return true
    return (
      to !== undefined &&
      teamsOf(to).some((team) => team === owner || insiders.get(owner)?.has(team) || invited.get(owner)?.has(team))
    )
  }
  const areOneCircle = (people: string[]): boolean =>
    people.every((one) => people.every((other) => mayKnow(one, other) || mayKnow(other, one)))
  return { ownerOf: (found: string) => owners.get(found), mayKnow, areOneCircle }
}

/** The ids of rows that name such an owner, the owners' own ids, and the addresses of people. */
async function ownWords(pool: pg.Pool, column: 'user_id' | 'organization_id'): Promise<[string, string][]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name in ('id', $1) group by 1 having count(*) = 2",
    [column],
  )
  const ids = tables.map(
    ({ name }) => `select id::text as word, ${column}::text as owner from ${name} where ${column} is not null`,
  )
  const themselves =
    column === 'user_id'
      ? ['select id::text, id::text from account', 'select email, id::text from account']
      : ['select id::text, id::text from organization']
  const { rows } = await pool.query<{ word: string; owner: string }>([...ids, ...themselves].join(' union all '))
  return rows.map(({ word: text, owner }) => [text, owner])
}

/** The organizations of each person. */
async function circles(pool: pg.Pool, query: string): Promise<Map<string, Set<string>>> {
  const { rows } = await pool.query<{ user_id: string; organization_id: string }>(query)
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map(
    [...byPerson].map(([person, found]) => [person, new Set(found.map(({ organization_id }) => organization_id))]),
  )
}
