import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { extensionVersionHeader } from '@loadping/contract/extension/extension-versions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rawRequest } from '../testing/raw-request.ts'
import { type TestUser, testApp } from '../testing/test-app.ts'
import { allowVersion, listWithdrawnVersions, withdrawVersion } from './withdrawn-versions.service.ts'

const app = await testApp()
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterAll(() => void vi.useRealTimers())

const message = 'Version 9.1.0 shows wrong prices. Install 9.1.1.'
/** Lets the time pass after which every process has read what the operator changed. */
const untilRead = () => vi.advanceTimersByTime(600)

async function openExtension(user: TestUser) {
  const { extensionToken } = await user.account.getMe()
  return app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
}

test('[D11.8] a version that the operator took back gets 426 with a message, and others go on', async () => {
  const { accessToken, refreshToken } = await openExtension(await app.signUp())
  const call = async (url: string, version: string) => {
    const headers = { [extensionVersionHeader]: version }
    const { status, text } = await rawRequest(app.app, { method: 'GET', url, bearer: accessToken, headers })
    return { status, detail: JSON.parse(text).detail }
  }
  await withdrawVersion(app.deps, '9.1.0', 'Wait.')
  await withdrawVersion(app.deps, '9.1.0', message)
  untilRead()

  expect(await call('/users/me', '9.1.0')).toEqual({ status: 426, detail: message })
  expect((await call('/users/me', '9.1.1')).status).toBe(200)
  expect((await call(`/auth/refresh?refreshToken=${refreshToken}`, '9.1.0')).status).toBe(200)

  await allowVersion(app.deps, '9.1.0')
  untilRead()
  expect(await listWithdrawnVersions(app.deps)).toEqual([])
})

test.each([
  ['off', '9.1.0'],
  ['off', '9.x', message],
  ['off', '9.1.0', 'x'.repeat(201)],
  ['on', '9.1.0', message],
])('a command about a version that is wrong changes nothing and prints its usage: %s %s', (...args) => {
  const script = join(import.meta.dirname, '../../../scripts/admin.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, 'extension', ...args], { encoding: 'utf8' })

  expect([status, stderr]).toEqual([2, expect.stringContaining('off VERSION MESSAGE')])
})
