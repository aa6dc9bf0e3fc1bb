import { Problem } from '@loadping/contract/wire/problem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { everySample } from '../testing/every-endpoint.ts'
import { problemError, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { createOwner, inviteByMail } from '../testing/teams.ts'
import { testApp } from '../testing/test-app.ts'
import { isOff, listSwitchesOff, setSwitch } from './kill-switches.service.ts'

const app = await testApp()
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterAll(() => void vi.useRealTimers())
afterEach(() => stopWrites(false))

const readOnly = new Problem('unavailable', 'LoadPing is read-only for maintenance. Nothing was changed.')

/** Sets the switch and lets the time pass after which every process has read it. */
async function stopWrites(isOff: boolean): Promise<void> {
  await setSwitch(app.deps, 'writes', isOff)
  vi.advanceTimersByTime(600)
}

const writingGets = ['acceptInvitation', 'upgrade', 'checkBilling']
const worksWhileReadOnly = ['requestLink', 'verifyLink', 'logout', 'endSession', 'endAllSessions', 'openSession']

test('while writes are off every change is rejected, and all other calls work', async () => {
  const user = await createOwner(app)
  await stopWrites(true)

  for (const sample of everySample) {
    const answer = await rawRequest(app.app, rawRequestFor(sample, {}, user.accessToken))
    const isRefused = answer.status === 503
    const changes = sample.endpoint.method !== 'GET' || writingGets.includes(sample.name)

    expect(isRefused, `${sample.name}: ${answer.status} ${answer.text}`).toBe(
      changes && !worksWhileReadOnly.includes(sample.name),
    )
    expect(problemError(answer)).toBeUndefined()
    if (isRefused) expect(answer.text).toContain(readOnly.message)
    if (sample.name === 'logout' || sample.name === 'endAllSessions') Object.assign(user, await app.signUp(user.email))
  }
})

test('while writes are off users sign in, read, refresh, pair and log out; then all works again', async () => {
  const before = await app.signUp()
  const owner = await createOwner(app)
  const token = await inviteByMail(app, owner, before.email)
  await stopWrites(true)

  const user = await app.signUp(before.email)
  await expect(
    user.templates.createTemplate({ body: { name: 'Reefer', subject: '', template: '', cc: [], labels: [] } }),
  ).rejects.toMatchObject(readOnly)
  await expect(user.team.acceptInvitation({ query: { token } })).rejects.toMatchObject(readOnly)
  await user.signIn.refresh({ query: { refreshToken: user.refreshToken } })
  const { extensionToken } = await user.account.getMe()
  await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
  expect(await user.templates.listTemplates()).toHaveLength(1)
  await user.signIn.logout()

  await stopWrites(false)
  await before.team.acceptInvitation({ query: { token } })
  await before.templates.createTemplate({ body: { name: 'Reefer', subject: '', template: '', cc: [], labels: [] } })
  expect(await before.templates.listTemplates()).toHaveLength(2)
})

test('an unknown URL stays not found, and health checks respond', async () => {
  await stopWrites(true)

  expect((await rawRequest(app.app, { method: 'POST', url: '/nothing', payload: '{}' })).status).toBe(404)
  expect((await rawRequest(app.app, { method: 'GET', url: '/healthz' })).status).toBe(200)
})

test('many concurrent calls query the switch once, and again only after a while', async () => {
  const connect = vi.spyOn(app.pool, 'connect')
  const ask = () =>
    Promise.all(
      Array.from({ length: 200 }, () => rawRequest(app.app, { method: 'POST', url: '/user-info', bearer: 'forged' })),
    )

  await ask()
  await ask()
  expect(connect).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(600)
  await ask()
  expect(connect).toHaveBeenCalledTimes(2)
  connect.mockRestore()
})

test('each switch is independent, and setting it twice changes nothing', async () => {
  await setSwitch(app.deps, 'sends', true)
  const offSince = app.clock.now
  app.clock.advance(60_000)
  await setSwitch(app.deps, 'sends', true)

  expect([await isOff(app.deps, 'sends'), await isOff(app.deps, 'writes')]).toEqual([true, false])
  expect(await listSwitchesOff(app.deps)).toEqual([{ name: 'sends', offSince }])

  await setSwitch(app.deps, 'sends', false)
  await setSwitch(app.deps, 'sends', false)
  expect(await listSwitchesOff(app.deps)).toEqual([])
})
