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
