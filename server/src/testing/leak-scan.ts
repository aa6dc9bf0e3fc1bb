import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { OutgoingMessage } from '../integrations/mailbox.ts'

/** An id, or the address of a test user; each belongs to one user or one organization. */
const value = /[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[\da-f]{4}-[\da-f]{12}(@carrier\.example)?/g

type Disclosure = { route: string; to: string | undefined; values: string[] }

/**
 * Records every response of an app. The returned function lists all ids and addresses that a caller received although
 * they belong to another user.
 */
export function startLeakScan(
  app: FastifyInstance,
  { pool, sent }: { pool: pg.Pool; sent: OutgoingMessage[] },
): () => Promise<string[]> {
  const disclosures: Disclosure[] = []
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.url === '/api/invite/preview') return
    const sentByCaller = valuesIn(JSON.stringify([request.url, request.body, request.headers]))
    const values = valuesIn(
      `${typeof payload === 'string' ? payload : ''}${JSON.stringify(reply.getHeaders())}`,
    ).filter((found) => !sentByCaller.includes(found))
    if (values.length > 0)
      disclosures.push({ route: `${request.method} ${request.routeOptions.url}`, to: callerOf(request), values })
  })
  return async () => {
    const { ownerOf, maySee, areRelated } = await loadOwnership(pool)
    const foreign = disclosures.flatMap(({ route, to, values }) =>
      values.filter((found) => !maySee(to, ownerOf(found))).map((found) => `${route} discloses ${found}`),
    )
    const mixed = sent.filter(
      (email) => !areRelated(valuesIn(JSON.stringify(email)).flatMap((found) => ownerOf(found) ?? [])),
    )
    return [...foreign, ...mixed.map(({ to, subject }) => `an email to ${to} names unrelated users: ${subject}`)]
  }
}

const valuesIn = (text: string): string[] => [...new Set(text.match(value) ?? [])]

function callerOf({ headers }: FastifyRequest): string | undefined {
  const [, claims = ''] = (headers.authorization ?? '').split('.')
  const [, userId] = /"sub":"([^"]+)"/.exec(Buffer.from(claims, 'base64url').toString()) ?? []
  return userId
}

/** Loads the owner of each id and address from all tables, and who may see whose data. */
async function loadOwnership(pool: pg.Pool) {
  const owned = await Promise.all([ownedValues(pool, 'user_id'), ownedValues(pool, 'organization_id')])
  const owners = new Map(owned.reverse().flat()) // a row with both ids belongs to its user
  const insiders = await organizationsByUser(
    pool,
    'select user_id, organization_id from membership union select user_id, organization_id from former_member union select account.id, organization_id from team_activity join account on email = actor',
  )
  const invited = await organizationsByUser(
    pool,
    'select account.id as user_id, organization_id from invitation join account using (email) union select account.id, organization_id from team_activity join account on email = subject',
  )
  const teamsOf = (userId: string) => [...(insiders.get(userId) ?? [])]

  const maySee = (to: string | undefined, owner: string | undefined): boolean => {
    if (owner === undefined || owner === to) return true
    return (
      to !== undefined &&
      teamsOf(to).some((team) => team === owner || insiders.get(owner)?.has(team) || invited.get(owner)?.has(team))
    )
  }
  const mayBeTogether = (one: string, other: string) => maySee(one, other) || invited.get(one)?.has(other) === true
  const areRelated = (owners: string[]): boolean =>
    owners.every((one) => owners.every((other) => mayBeTogether(one, other) || mayBeTogether(other, one)))
  return { ownerOf: (found: string) => owners.get(found), maySee, areRelated }
}

/** Lists the ids of rows with such an owner, the owners' own ids, and the users' addresses. */
async function ownedValues(pool: pg.Pool, column: 'user_id' | 'organization_id'): Promise<[string, string][]> {
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

async function organizationsByUser(pool: pg.Pool, query: string): Promise<Map<string, Set<string>>> {
  const { rows } = await pool.query<{ user_id: string; organization_id: string }>(query)
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map(
    [...byPerson].map(([person, found]) => [person, new Set(found.map(({ organization_id }) => organization_id))]),
  )
}
