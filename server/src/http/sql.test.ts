import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { everyInputValue, replaceAt } from '../testing/every-endpoint.ts'
import { goalSize } from '../testing/goal-size.ts'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { problemError, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await createOwner(app)
})

const source = join(import.meta.dirname, '..')

/** Matches SQL that may be built from strings; the `sql` tag turns values into parameters and is safe. */
const stringBuilt = [
  /\bsql\s*(\?\.|\.)\s*(raw|lit|id|table|ref|unsafe)\b/,
  /\bsql\s*(<[^`;]*>)?\s*\(/, // the tag called as a function
  /\bsql\s*(\[|as\b|=[^=])|=\s*sql\b(?!\s*[<`])/, // the tag under another name
  /\bCompiledQuery\.raw\b/,
  /\.(?:query|exec)(?:<[^>]*>)?\(\s*`[^`]*\$\{/,
  /\.(?:query|exec)(?:<[^>]*>)?\(\s*(['"`])[^'"`]*\1\s*\+/,
  /\.(?:query|exec)(?:<[^>]*>)?\(\s*[\w.]+\s*\+/,
]

test('[I06] SQL built from strings is detected, and exists only in the database folder', () => {
  const bad = [
    'sql.raw(name)',
    'sql . lit(x)',
    'sql?.raw(x)',
    'sql([text + x])',
    'sql<{ locked: boolean }>([text + x] as never)',
    "sql['raw'](x)",
    "import { sql as s } from 'kysely'",
    'const s = sql',
    'const { raw } = sql',
    `pool.query(\`select \${x}\`)`,
    "client.query('select ' + x)",
    `client.query<Row>(\`\nselect \${x}\`)`,
    'pool.query(text + x)',
  ]
  const good = [
    `sql<{ held: boolean }>\`select \${x}\``,
    `const held = sql\`select \${x}\`.as('held')`,
    "pool.query('select 1')",
    "client.query('select $1', [x])",
    'pool.query(`select 1`)',
  ]
  const isBuilt = (text: string) => stringBuilt.some((pattern) => pattern.test(text))
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/^(db|testing)\//.test(name),
  )

  expect(bad.filter(isBuilt)).toEqual(bad)
  expect(good.filter(isBuilt)).toEqual([])
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((name) => isBuilt(readFileSync(join(source, name), 'utf8')))).toEqual([])
})

const injections = [
  "'",
  "''",
  '"',
  "' or '1'='1",
  "' or 1=1--",
  "'; select pg_sleep(5)--",
  "'||pg_sleep(5)||'",
  '1; select pg_sleep(5)',
  '1) or pg_sleep(5) is not null--',
  "' union select token_hash from session--",
  "'/**/union/**/select/**/null--",
  "x'; drop table account; --",
  "\\'; select pg_sleep(5)--",
  '\\',
  '\\\\',
  '$$; select pg_sleep(5); $$',
  '$1',
  '$tag$',
  '{1,2}',
  '%',
  '%00',
  '%27%3b',
  '_',
  "E'\\x27'",
  'U&"\\0027"',
  '--',
  '/*',
  '*/',
  ';',
  "admin'--",
  "'; copy session to '/tmp/x'--",
  "'; select set_config('role','postgres',false)--",
  '#{7*7}',
  "' and extractvalue(1,1)--",
  '0x27',
  'null',
  '(select 1)',
  "maria'or'1'='1@redbud.example",
  "maria@redbud.example' or '1'='1",
]

/** Each field gets every n-th of the texts, and its neighbor the next ones. */
const everyNth = goalSize({ full: 1, tenth: 4, quick: 12 })

test('[I06] SQL injection text is plain text in every field of every route: no error, no delay', {
  timeout: 180_000,
}, async () => {
  const fields = everyInputValue.filter(({ value }) => typeof value === 'string')
  for (const [number, { sample, part, path }] of fields.entries()) {
    for (const text of injections.filter((_, index) => (index + number) % everyNth === 0)) {
      const value = part === 'params' || part === 'query' ? encodeURIComponent(text) : text
      const answer = await rawRequest(
        app.app,
        rawRequestFor(sample, { [part]: replaceAt(sample.input[part], path, value) }, user.accessToken),
      )

      const where = `${sample.name} ${part}/${path.join('/')} with ${text}: ${answer.status}`
      expect(answer.status, where).toBeLessThan(500)
      expect(problemError(answer), where).toBeUndefined()
      expect(answer.ms, where).toBeLessThan(2_000)
    }
  }

  const { rows } = await app.pool.query('select count(*) as count from account')
  expect(rows).toEqual([{ count: 1 }])
})

test('[I06] SQL injection text is stored unchanged', async () => {
  const texts = injections.filter((text) => !text.includes('{'))
  for (const text of texts) {
    const { id } = await user.templates.createTemplate({
      body: { name: text, subject: text, template: 'x', cc: [], labels: [text.slice(0, 40).trim()] },
    })

    expect(await user.templates.getTemplate({ params: { id } })).toMatchObject({
      name: text,
      subject: text,
      labels: [text.slice(0, 40).trim()],
    })
  }
})

test('[I06] SQL injection text in a load is stored and sent as plain text', async () => {
  for (const text of injections) {
    const load = buildLoad({ boardLoadId: text, company: text, reference: text })

    const { id } = await sendInquiry(user, { load, to: 'loads@quillon.example' })

    expect((await user.emails.getEmailDetails({ params: { id } })).load, text).toEqual(load)
  }
})
