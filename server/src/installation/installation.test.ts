import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdAll } from '../delivery/held.service.ts'
import { setSwitch } from '../kill-switches/kill-switches.service.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { lookAtKeys } from './installation.service.ts'

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
  const metrics = await rawRequest(app.app, { method: 'GET', url: '/metrics', bearer: metricsToken })
  expect(metrics.text).toContain('loadping_mail_server_failing{reason="login"} 1\n')
  expect(metrics.text).toContain('loadping_mail_server_failing{reason="certificate"} 0\n')
  expect(metrics.text).not.toContain('5.7.8')

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
