import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupNames, manifestFile } from '../backups/backup-files.ts'
import type { Deps } from '../context.ts'
import { createDb, createPool } from '../db/db.ts'
import { holdAll } from '../delivery/held.service.ts'
import { setSwitch } from '../kill-switches/kill-switches.service.ts'
import { sendInquiry } from '../testing/inquiries.ts'
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
  periodic.set('cleanup', { succeededAt: new Date(1_790_000_000_000), failures: 2 })
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

test('[P10] they say the age of the newest backup, and nothing of it while there is none', async () => {
  const before = (await readFrom(app)).text
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

  expect(before).not.toContain('loadping_backup_age_seconds')
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

test('[P10] alert rules and the Grafana dashboard name only metrics that there are', async () => {
  const folder = join(import.meta.dirname, '../../../deploy/monitoring')
  const files = ['alerts.yml', 'grafana-dashboard.json'].map((name) => readFileSync(join(folder, name), 'utf8'))
  const named = new Set(files.flatMap((text) => text.match(/\b(loadping|nodejs|process)_\w+/g) ?? []))
  app.deps.observed.mailServer = { failure: undefined, since: app.clock.now }

  const { text } = await readFrom(app)
  const known = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )

  expect(named.size).toBeGreaterThan(20)
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})
