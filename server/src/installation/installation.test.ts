import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InstallationFigure } from '@loadping/contract/installation/installation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdAll } from '../delivery/held.service.ts'
import { setSwitch } from '../kill-switches/kill-switches.service.ts'
import { countAttempt, countRequest, countShed } from '../observed.ts'
import { snapshotAlarmSeconds } from '../operations/snapshot-watch.service.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { alarms, lookAtFigures } from './figures.service.ts'
import { lookAtKeys } from './installation.service.ts'
import { maxBackupAgeMs } from './part-reports.ts'

const metricsToken = 'a-token-of-the-tests'
const administrator = 'ada@fleet.example'
const backupFolder = mkdtempSync(join(tmpdir(), 'loadping-test-'))
afterAll(() => rmSync(backupFolder, { recursive: true }))

let app: TestApp
let ada: TestUser
beforeAll(async () => {
  const given = { metricsToken, backupFolder, administrators: [administrator] }
  app = await testApp({ change: (deps) => ({ ...deps, ...given }) })
  ada = await app.signUp(administrator)
})

const readMetrics = async () =>
  (await rawRequest(app.app, { method: 'GET', url: '/metrics', bearer: metricsToken })).text
const partsOf = async () => (await ada.installation.getInstallation()).parts
const partOf = async (name: string) => (await partsOf()).find(({ part }) => part === name)

test('[D13.23] only administrators see how the installation does', async () => {
  const other = await app.signUp()

  expect(await ada.account.getMe()).toMatchObject({ isAdministrator: true })
  expect(await other.account.getMe()).not.toHaveProperty('isAdministrator')
  await expect(other.installation.getInstallation()).rejects.toMatchObject({ code: 'not-found' })
  expect((await partsOf()).filter(({ state }) => state === 'failing')).toEqual([])
})

test('[P11] a failing mail server is named to administrators and the token, and it stays ready', async () => {
  const reason = 'The mail server said: 535 5.7.8 secret'
  app.deps.observed.mailServer = { failure: { kind: 'login', reason }, since: app.clock.now }
  const readyFor = (bearer?: string) => rawRequest(app.app, { method: 'GET', url: '/readyz', bearer })

  expect(await partOf('mail-server')).toMatchObject({ state: 'failing', reply: reason, since: expect.any(String) })
  expect(await readyFor(metricsToken)).toMatchObject({ status: 200, text: '{"status":"ok","failing":["mail-server"]}' })
  for (const bearer of [undefined, 'another-token', ada.accessToken])
    expect(await readyFor(bearer)).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  const metrics = await readMetrics()
  expect(metrics).toContain('loadping_mail_server_failing{reason="login"} 1\n')
  expect(metrics).toContain('loadping_mail_server_failing{reason="certificate"} 0\n')
  expect(metrics).not.toContain('5.7.8')

  app.deps.observed.mailServer = { failure: undefined, since: app.clock.now }
  expect(await partOf('mail-server')).toMatchObject({ state: 'working' })
})

test('[D13.23] a backup that fails, and one that is missing after an hour, are failing', async () => {
  expect(await partOf('backups')).toMatchObject({ state: 'working' })

  app.deps.observed.backupFailure = { at: app.clock.now, reason: 'no space left on device' }
  expect(await partOf('backups')).toMatchObject({ state: 'failing', reply: 'no space left on device' })
  app.deps.observed.backupFailure = undefined
  app.deps.observed.startedAt = new Date(app.clock.now.getTime() - 2 * 3_600_000)
  expect(await partOf('backups')).toMatchObject({ state: 'failing', reply: null })
})

test('[D13.23] held emails and what is off are named with what to run', async () => {
  const user = await app.signUp()
  await sendInquiry(user)
  await holdAll(app.deps)
  await setSwitch(app.deps, 'writes', true)

  expect(await partOf('copy')).toMatchObject({ state: 'failing', command: 'npm run admin -- queue list' })
  expect(await partOf('switches')).toMatchObject({ state: 'look', command: 'npm run admin -- switch writes on' })
  await setSwitch(app.deps, 'writes', false)
  expect(await partOf('switches')).toMatchObject({ state: 'working' })
})

test('[D13.23] secrets that no setting opens are failing, and those with an earlier key are named', async () => {
  await lookAtKeys(app.deps)
  expect(await partOf('keys')).toMatchObject({ state: 'working' })

  await app.pool.query(
    `insert into hash_key (encrypted) values ('foreign.a.b') on conflict (id) do update set encrypted = excluded.encrypted`,
  )
  await lookAtKeys(app.deps)
  expect(await partOf('keys')).toMatchObject({ state: 'failing', command: 'npm run admin -- keys status' })
})

const figureOf = async (name: string) =>
  (await ada.installation.getInstallation()).figures.find(({ figure }) => figure === name)

test('[P10] ten figures tell how the server does, and each says when it alarms', async () => {
  const { figures, readAt } = await ada.installation.getInstallation()

  expect(figures.map(({ figure }) => figure)).toEqual(InstallationFigure.options)
  expect(readAt).toBe(app.clock.now.toISOString())
  expect(figures.filter(({ hours }) => hours !== null && hours.length !== 24)).toEqual([])
})

test('[P10] sends have the time of the slowest in a hundred, with the requests turned away', async () => {
  const { observed } = app.deps
  for (let count = 0; count < 200; count += 1)
    countRequest(observed, app.clock.now, { route: 'POST /emails', ms: count < 195 ? 40 : 900 })
  countShed(observed, 'page', app.clock.now)

  expect(await figureOf('sends')).toMatchObject({ state: 'look', value: expect.stringMatching(/^(89\d|90\d) ms$/) })
  expect((await figureOf('sends'))?.text).toMatch(/requests in 24 hours, 1 turned away/)
})

test('[P10] an email whose process was killed while it sent counts as of unknown outcome', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  const killed = Promise.withResolvers<void>()
  const { send } = app.deps.relay
  app.deps.relay.send = async (_message, beforeData) => {
    app.deps.relay.send = send
    await beforeData()
    killed.resolve()
    return new Promise(() => {}) // nothing more is heard of it
  }
  void app.runDueJobs()
  await killed.promise
  await app.pool.query("update delivery set leased_until = now() - interval '1 ms' where id = $1", [id])

  await app.runDueJobs()

  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'unknown' })
  expect(await readMetrics()).toContain('loadping_email_attempts_total{mailbox="relay",outcome="unknown"} 1\n')
  expect((await figureOf('unknown'))?.text).toMatch(/^1 of \d+ emails? in 24 hours/)
})

test('[P10] emails of unknown outcome are a share of those of 24 hours, which end', async () => {
  const { observed } = app.deps
  for (let count = 0; count < 99; count += 1)
    countAttempt(observed, app.clock.now, { mailbox: 'relay', outcome: count < 98 ? 'accepted' : 'unknown' })
  const before = await figureOf('unknown')
  app.clock.advance(25 * 3_600_000)
  ada = await app.signUp(administrator)

  expect(before).toMatchObject({ state: 'look', text: expect.stringMatching(/^2 of \d+ emails in 24 hours/) })
  expect(before?.hours?.at(-1)).toBe(2)
  expect(await figureOf('unknown')).toMatchObject({ state: 'working', value: '0.00%' })
})

test('[P10] refused sign-ins count with their networks, and people are counted by version', async () => {
  const { email } = await app.signUp()
  const callAsExtension = await openExtension(ada)
  await callAsExtension()
  for (let count = 0; count < 3; count += 1)
    await app
      .as()
      .signIn.verifyLink({ body: { email, code: '000000' } })
      .catch(() => {})

  expect(await figureOf('sign-ins')).toMatchObject({ value: '3', text: expect.stringContaining('from 1 network.') })
  expect((await figureOf('versions'))?.text).toMatch(/^Server and database agree\. Extension: 1 of 1 person on 0\.1\.0/)
})

test('[P10] of more than 10,000 extensions, the one that called longest ago is left out', async () => {
  const { extensions } = app.deps.observed
  extensions.clear()
  const callAsAda = await openExtension(ada)
  const callAsOther = await openExtension(await app.signUp())
  await callAsAda()
  for (let count = 1; count < 10_000; count += 1) extensions.set(`${count}`, { version: '0.0.1', at: app.clock.now })
  await callAsAda()
  await callAsOther()

  expect(extensions.size).toBe(10_000)
  expect(extensions.has('1')).toBe(false)
  expect((await figureOf('versions'))?.text).toContain('Extension: 2 of 10,000 people on 0.1.0')
  extensions.clear()
})

test('[P10] mailboxes that must be connected again, and emails that wait too long, are named', async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  await app.pool.query(
    `insert into mailbox (user_id, kind, address, connected_at, default_since, connection_error)
     values ($1, 'google', 'x@carrier.example', now(), now(), 'Sign in again.')`,
    [other.userId],
  )
  ada = await app.signUp(administrator)
  await sendInquiry(user)
  app.clock.advance(10 * 60_000)
  await lookAtFigures(app.deps)

  expect(await figureOf('mailboxes')).toMatchObject({ state: 'look', value: '1 of 1' })
  expect(await figureOf('oldest-email')).toMatchObject({ state: 'look', value: expect.stringMatching(/^10m/) })
  expect((await figureOf('oldest-email'))?.hours?.at(-1)).toBeGreaterThanOrEqual(600)
  expect((await figureOf('database'))?.hours?.at(-1)).toBeGreaterThan(1e6)
})

test('[P10] alert rules begin at the values from which a figure is shown as one to look at', () => {
  const rules = readFileSync(join(import.meta.dirname, '../../../deploy/monitoring/alerts.yml'), 'utf8')

  for (const condition of [
    `{queue="inquiries"} > ${alarms.oldestEmailSeconds}`,
    `> ${alarms.unknownShare} * sum(`,
    `loadping_backup_age_seconds > ${maxBackupAgeMs / 1_000}`,
    `loadping_database_oldest_snapshot_seconds > ${snapshotAlarmSeconds}`,
    `[10m]))) > ${alarms.sendMs / 1_000}`,
    `{event="sign-in-failed"}[1h])) > ${alarms.refusedSignInsPerHour}`,
  ])
    expect(rules).toContain(condition)
})

/** Connects an extension to a user; what it returns asks as that extension. */
async function openExtension(user: TestUser): Promise<() => Promise<unknown>> {
  const { extensionToken } = await user.account.getMe()
  const { accessToken } = await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
  const headers = { 'x-extension-version': '0.1.0', authorization: `Bearer ${accessToken}` }
  return () => app.app.inject({ url: '/users/me', headers })
}
