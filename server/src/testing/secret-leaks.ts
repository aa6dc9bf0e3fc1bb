import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import { goalSize } from './goal-size.ts'

/** What signs in or sends: tokens and codes that an answer or an email gives out, and passwords that a caller types. */
const given = /"(?:accessToken|refreshToken|extensionToken|token|code)":"(?=[^"]*\d)([\w.-]{20,})"/g
const emailed = /[?&]token=(?=[\w-]*\d)([\w-]{20,})/g
const typed = /"(?:password|refreshToken|token|code|proof)":"(?=[^"]*\d)([^"\\]{12,})"/g
const inAddress = /[?&](?:refreshToken|token|code)=(?=[\w.-]*\d)([\w.-]{20,})/g

/** By which who proved an address can keep an account that is being deleted: a rejection gives it out. */
const keepToken = /"keepToken":"[^"]*"/

/** How many rows of each table are read after each file. */
const usualRows = goalSize({ full: 100_000, tenth: 1_000, quick: 0 })

/**
 * Remembers every secret that an app gave out or received. The returned function lists those in a log line, in the body of a
 * rejection or, in CI, in a row of the database.
 */
export function startSecretScan(
  app: FastifyInstance,
  { pool, sent, log, rows = usualRows }: { pool: pg.Pool; sent: OutgoingMessage[]; log: object[]; rows?: number },
): () => Promise<string[]> {
  const secrets = new Set<string>()
  const rejections: { route: string; text: string }[] = []
  const keep = (text: string, pattern: RegExp) => {
    for (const [, secret = ''] of text.matchAll(pattern)) secrets.add(secret)
  }
  app.addHook('onSend', async ({ method, url, body, routeOptions }, { statusCode }, payload) => {
    const text = typeof payload === 'string' ? payload : ''
    if (statusCode >= 400) {
      rejections.push({ route: `${method} ${routeOptions.url}`, text: text.replace(keepToken, '') })
      return
    }
    keep(text, given)
    if (body) keep(JSON.stringify(body), typed)
    keep(url, inAddress)
  })
  return async () => {
    for (const { text } of sent) keep(text, emailed)
    const places = [
      ...log.map((line) => ({ where: 'a log line', text: JSON.stringify(line) })),
      ...rejections.map(({ route, text }) => ({ where: `a rejection by ${route}`, text })),
      ...(rows > 0 ? await storedTexts(pool, rows) : []),
    ]
    const parts = /[\w.-]{20,}|[^"\\]{12,}/g
    return places.flatMap(({ where, text }) =>
      [...text.matchAll(parts)].flatMap(([part]) => (secrets.has(part) ? [`${where} has a secret: ${text}`] : [])),
    )
  }
}

async function storedTexts(pool: pg.Pool, limit: number) {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const places: { where: string; text: string }[] = []
  for (const { name } of tables) {
    const { rows: found } = await pool.query<{ text: string }>(
      `select to_jsonb(stored)::text as text from "${name}" stored limit ${limit}`,
    )
    places.push(...found.map(({ text }) => ({ where: `a row of ${name}`, text })))
  }
  return places
}
