import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupNames, manifestFile } from '../backups/backup-files.ts'
import type { Deps } from '../context.ts'
import { createDb, createPool } from '../db/db.ts'
import { holdAll } from '../delivery/held.service.ts'
import { setSwitch } from '../kill-switches/kill-switches.service.ts'
import { attemptOutcomes } from '../observed.ts'
import { startPeriodic } from '../operations/periodic.ts'
import { securityEventNames } from '../security-events.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { findForeignLabels, findProblems, readRules, readSeries, readTargets } from '../testing/prometheus.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { rawHttp } from '../testing/raw-socket.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

const metricsToken = 'a-token-of-the-tests'
const backupFolder = mkdtempSync(join(tmpdir(), 'loadping-test-'))
afterAll(() => rmSync(backupFolder, { recursive: true }))

let app: TestApp
beforeAll(async () => {
  app = await testApp({ change: (deps) => ({ ...deps, metricsToken, backupFolder }) })
})

const readFrom = ({ app: asked }: TestApp, bearer: string | undefined = metricsToken) =>
  rawRequest(asked, { method: 'GET', url: '/metrics', bearer })
/** Returns the value of a sample. */
const sampleOf = (text: string, sample: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${sample} `))
    ?.slice(sample.length + 1)

test('[P10] metrics need their token, and without the setting there is no such address', async () => {
  const without = await testApp()

  expect(await readFrom(app)).toMatchObject({ status: 200, contentType: 'text/plain; version=0.0.4; charset=utf-8' })
  for (const wrong of [undefined, 'another-token', `${metricsToken}x`]) {
    const refused = await rawRequest(app.app, { method: 'GET', url: '/metrics', bearer: wrong })
    expect(refused.status).toBe(401)
    expect(refused.text).not.toContain('loadping_')
  }
  expect((await readFrom(without)).status).toBe(404)
})

test('[P10] requests count by route and class, and unknown addresses are one route', async () => {
  await app.as().signIn.verifyEmail({ params: { email: 'maria.secret@carrier.example' } })
  for (const path of ['/wp-admin', '/maria.secret', '/emails/../x']) await rawHttp(app.app, 'GET', path)

  const { text } = await readFrom(app)

  expect(text).toContain('loadping_http_requests_total{route="unknown",status="4xx"} 3\n')
  expect(text).toMatch(/^loadping_http_requests_total\{method="GET",route="\S+:email",status="2xx"\} 1$/m)
  expect(text).toMatch(
    /^loadping_http_request_duration_seconds_bucket\{le="\+Inf",method="GET",route="\S+:email"\} 1$/m,
  )
  expect(text).not.toMatch(/maria|secret|wp-admin/)
})

test('[P10] refused requests count apart: those over a limit, and those while the server is too busy', async () => {
  const limited = await testApp({
    change: (deps) => ({ ...deps, metricsToken, limits: { ...deps.limits, checksPerIp: 1, exemptLoopback: false } }),
  })
  const check = () => rawHttp(limited.app, 'GET', '/api/v1/main/auth/verify/a@carrier.example')
  await check()
  await check()

  const { text } = await readFrom(limited)

  expect(sampleOf(text, 'loadping_http_refused_total{status="429"}')).toBe('1')
  expect(sampleOf(text, 'loadping_http_refused_total{status="503"}')).toBe('0')
})

test('[P10] the oldest transaction that keeps space from being reused has its age', async () => {
  const held = await app.pool.connect()
  await held.query(`begin isolation level repeatable read`)
  await held.query('select txid_current()')
  await held.query('select pg_sleep(1.1)')

  const during = (await readFrom(app)).text
  await held.query('rollback')
  held.release()

  const sample = 'loadping_database_oldest_snapshot_seconds'
  expect(Number(sampleOf(during, sample))).toBeGreaterThanOrEqual(1)
  expect(Number(sampleOf((await readFrom(app)).text, sample))).toBeLessThan(1)
})

test('[P10] they say what waits, what is held and off, and what became of attempts, and name nobody', async () => {
  const user = await app.signUp('pete.secret@carrier.example')
  await sendInquiry(user)
  await app.runDueJobs()
  await sendInquiry(user)
  app.clock.advance(90_000)
  const waiting = (await readFrom(app)).text
  await holdAll(app.deps)
  await setSwitch(app.deps, 'sends', true)

  const { text } = await readFrom(app)

  expect(sampleOf(waiting, 'loadping_queue_length{queue="inquiries"}')).toBe('1')
  expect(Number(sampleOf(waiting, 'loadping_queue_oldest_due_seconds{queue="inquiries"}'))).toBeGreaterThanOrEqual(90)
  expect(sampleOf(text, 'loadping_queue_length{queue="inquiries"}')).toBe('0')
  expect(sampleOf(text, 'loadping_queue_held{queue="inquiries"}')).toBe('1')
  expect(sampleOf(text, 'loadping_switch_off{switch="sends"}')).toBe('1')
  expect(sampleOf(text, 'loadping_switch_off{switch="writes"}')).toBe('0')
  expect(sampleOf(text, 'loadping_email_attempts_total{mailbox="relay",outcome="accepted"}')).toBe('1')
  expect(sampleOf(text, 'loadping_email_attempts_total{mailbox="product",outcome="accepted"}')).toBe('1')
  expect(text).not.toMatch(/pete|secret|@/)
  await setSwitch(app.deps, 'sends', false)
})

test('[P10] security events, bounces and work that repeats are counted', async () => {
  const user = await app.signUp()
  const { periodic, bounces } = app.deps.observed
  periodic.set('cleanup', { everyMs: 3_600_000, succeededAt: new Date(1_790_000_000_000), failures: 2 })
  bounces.set('Gmail failed', 3)
  await app
    .as()
    .signIn.verifyLink({ body: { email: user.email, code: '000000' } })
    .catch(() => {})

  const { text } = await readFrom(app)

  expect(Number(sampleOf(text, 'loadping_security_events_total{event="sign-in-failed"}'))).toBeGreaterThan(0)
  expect(sampleOf(text, 'loadping_bounces_total{provider="Gmail",kind="failed"}')).toBe('3')
  expect(sampleOf(text, 'loadping_periodic_work_failures_total{work="cleanup"}')).toBe('2')
  expect(sampleOf(text, 'loadping_periodic_work_success_timestamp_seconds{work="cleanup"}')).toBe('1790000000')
  expect(Number(sampleOf(text, 'loadping_database_bytes'))).toBeGreaterThan(1e6)
})

test('[P10] they say how many emails a worker has, of those in the queue', async () => {
  const counted = await testApp({ change: (deps) => ({ ...deps, metricsToken }) })
  const user = await counted.signUp()
  const { id } = await sendInquiry(user)
  await sendInquiry(user)
  await counted.pool.query("update delivery set leased_until = now() + interval '10 seconds' where id = $1", [id])

  const { text } = await readFrom(counted)

  expect(sampleOf(text, 'loadping_emails_sending')).toBe('1')
  expect(sampleOf(text, 'loadping_queue_length{queue="inquiries"}')).toBe('2')
})

test('[P10] an event, an attempt and a bounce are counted as 0 before the first', async () => {
  const { text } = await readFrom(await testApp({ change: (deps) => ({ ...deps, metricsToken }) }))

  const expected = [
    ...securityEventNames.map((event) => `loadping_security_events_total{event="${event}"}`),
    ...['relay', 'google', 'outlook', 'smtp', 'product'].flatMap((mailbox) =>
      attemptOutcomes.map((outcome) => `loadping_email_attempts_total{mailbox="${mailbox}",outcome="${outcome}"}`),
    ),
    ...['Gmail', 'Microsoft', 'Yahoo', 'other'].flatMap((provider) =>
      ['failed', 'complained'].map((kind) => `loadping_bounces_total{provider="${provider}",kind="${kind}"}`),
    ),
  ]
  expect(expected).toContain('loadping_security_events_total{event="token-reuse"}')
  expect(expected.filter((sample) => sampleOf(text, sample) !== '0')).toEqual([])
})

test('[P10] work that never succeeded has its interval, and counts from the start of the process', async () => {
  const everyMs = 86_400_000
  await startPeriodic(app.deps, 'daily work', { everyMs, work: () => Promise.reject(new Error('never')) })()

  const { text } = await readFrom(app)

  const startedAt = String(app.deps.observed.startedAt.getTime() / 1_000)
  expect(sampleOf(text, 'loadping_periodic_work_success_timestamp_seconds{work="daily work"}')).toBe(startedAt)
  expect(sampleOf(text, 'loadping_periodic_work_interval_seconds{work="daily work"}')).toBe('86400')
  expect(sampleOf(text, 'loadping_periodic_work_failures_total{work="daily work"}')).toBe('1')
})

test('[P10] they say the age of the newest backup, and without one how long the process has run', async () => {
  const { observed, now } = app.deps
  const before = (await readFrom(app)).text
  const ranSeconds = (now().getTime() - observed.startedAt.getTime()) / 1_000
  const createdAt = new Date(app.clock.now.getTime() - 3_600_000)
  const path = join(backupFolder, backupNames(createdAt).name)
  mkdirSync(path)
  const manifest = {
    format: 1,
    createdAt: createdAt.toISOString(),
    postgres: '18',
    keyIds: [],
    migrations: [],
    tables: [],
  }
  writeFileSync(join(path, manifestFile), JSON.stringify(manifest))

  expect(sampleOf(before, 'loadping_backup_age_seconds')).toBe(String(ranSeconds))
  expect(sampleOf((await readFrom(app)).text, 'loadping_backup_age_seconds')).toBe('3600')
})

test('[P10] without its database the process still says how it does', async () => {
  const pool = createPool({ host: '127.0.0.1', port: 1, database: 'gone' })
  const change = (deps: Deps) => ({ ...deps, metricsToken, db: createDb(pool) })
  const stranded = await testApp({ change })

  const { status, text } = await readFrom(stranded)

  expect(status).toBe(200)
  expect(sampleOf(text, 'loadping_database_up')).toBe('0')
  expect(sampleOf((await readFrom(app)).text, 'loadping_database_up')).toBe('1')
  expect(Number(sampleOf(text, 'process_resident_memory_bytes'))).toBeGreaterThan(1e6)
  expect(text).toMatch(/^loadping_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  await pool.end()
})

/** Reads the metrics of an app in which all happened that rules and dashboard look at. */
async function readAllSeries() {
  const busy = await testApp({ change: (deps) => ({ ...deps, metricsToken, backupFolder }) })
  const { observed, now } = busy.deps
  observed.mailServer = { failure: undefined, since: now() }
  const source = readFileSync(join(import.meta.dirname, '../product.ts'), 'utf8')
  for (const [, name = ''] of source.matchAll(/startPeriodic\(\s*deps,\s*'([^']+)'/g))
    observed.periodic.set(name, { everyMs: 1_000, succeededAt: undefined, failures: 0 })
  busy.app.get('/fails', () => Promise.reject(new Error('It fails')))
  await busy.app.inject('/fails')
  await sendInquiry(await busy.signUp())
  return readSeries((await readFrom(busy)).text)
}

test('[P10] alert rules and dashboard name only metrics, labels and values there are', async () => {
  const series = await readAllSeries()
  const rules = readRules()
  const targets = readTargets()

  const problems = [
    ...[...rules, ...targets].flatMap(({ expr }) => findProblems(expr, series).map((problem) => `${problem}: ${expr}`)),
    ...targets.flatMap(({ expr, legendFormat }) => findForeignLabels(expr, legendFormat, series)),
  ]
  expect(problems).toEqual([])
  expect([rules.length > 15, targets.length > 20]).toEqual([true, true])
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

test.each([
  ['loadpin_database_up == 0', 'no metric loadpin_database_up'],
  ['rates(loadping_http_shed_total[5m]) > 0.1', 'no function rates'],
  ['loadping_switch_off{switches="sends"} == 1', 'no label switches of loadping_switch_off'],
  ['loadping_switch_off{switch="send"} == 1', 'no switch send of loadping_switch_off'],
  ['loadping_http_shed_total{class=~"page|raed"} > 1', 'no class raed of loadping_http_shed_total'],
  ['sum by (klass) (loadping_http_shed_total) > 1', 'no label klass'],
  ['sum(rate(loadping_http_shed_total[5m]) > 0.1', 'no PromQL'],
  ['rate(loadping_http_shed_total[5 minutes]) > 0.1', 'no PromQL'],
])('an alert rule that is wrong is found: %s', async (expression, problem) => {
  expect(findProblems(expression, readSeries((await readFrom(app)).text))).toContain(problem)
})
