import { brand, nameInstallation } from '@loadping/contract/brand'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { applyRelaySetting } from './mailboxes.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => nameInstallation({ hasRelay: true }))

/** Starts as with this setting. */
async function start(hasRelay: boolean): Promise<void> {
  nameInstallation({ hasRelay })
  await applyRelaySetting(app.deps)
}

test('[D13.20] without the relay, a new user has no mailbox until they connect one', async () => {
  await start(false)
  const user = await app.signUp()

  expect(brand.hasRelay).toBe(false)
  expect(await user.mailboxes.listMailboxes()).toEqual([])
  expect((await user.account.getMe()).accountVerified).toBe(false)
  await expect(sendInquiry(user)).rejects.toMatchObject({ name: 'Problem' })
})

test('[D13.20] a relay that is turned off sends nothing and says why, until it is on again', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  const sent = app.sent.length
  await start(false)
  await app.runDueJobs()

  expect(app.sent.length).toBe(sent)
  expect(await user.mailboxes.listMailboxes()).toMatchObject([
    { kind: 'relay', failure: 'This server has no relay. Connect a mailbox of your own.' },
  ])
  await expect(sendInquiry(user)).rejects.toMatchObject({ name: 'Problem' })

  await start(true)
  app.clock.advance(60_000)
  await app.runDueJobs()
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent' })
})

test('[D13.20] a relay turned off with another text says the new one, and is on again', async () => {
  const user = await app.signUp()
  const failure = async () => (await user.mailboxes.listMailboxes())[0]?.failure
  await app.pool.query("update mailbox set connection_error = 'An earlier version says so.' where user_id = $1", [
    user.userId,
  ])
  await start(false)
  expect(await failure()).toBe('This server has no relay. Connect a mailbox of your own.')

  await app.pool.query("update mailbox set connection_error = 'An earlier version says so.' where user_id = $1", [
    user.userId,
  ])
  await start(true)
  expect(await failure()).toBeNull()
})
