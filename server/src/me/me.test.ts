import type { accountApi } from '@loadping/contract/account/account.api'
import { boardsFor } from '@loadping/contract/account/board-options'
import type { Input } from '@loadping/contract/wire/endpoint'
import { beforeAll, expect, test } from 'vitest'
import { sendInquiry } from '../testing/inquiries.ts'
import { grant } from '../testing/teams.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

type Draft = Input<typeof accountApi.saveUserInfo>['body']
const emptyUserInfo = { userType: null, trucksAmount: 1, loadboards: ['dat-one'], source: null, chosenType: null }

test('[7.2] [D2.11] [9.4] /users/me returns every key, with null for what is not set', async () => {
  app.clock.now = new Date('2026-11-22T16:00:00Z')
  const user = await app.signUp()

  const me = await user.account.getMe()

  expect(me).toEqual({
    userId: user.userId,
    email: user.email,
    role: 'USER',
    createdAt: app.clock.now.toISOString(),
    trialDays: 14,
    billingPlan: 'TRIAL',
    features: [],
    limitTempl: null,
    limitEmails: 50,
    emails: 50,
    usedEmails: 0,
    renewsAt: '2026-12-01T05:00:00.000Z',
    organizationId: null,
    accountVerified: true,
    extensionToken: expect.any(String),
    hasNotices: false,
    isDemo: false,
  })
})

test('[7.14] a new profile has no business type, one truck and DAT One', async () => {
  const user = await app.signUp()

  expect(await user.account.getUserInfo()).toEqual(emptyUserInfo)
})

test('[7.15] [1.4] business details are saved, and omitted fields get their defaults', async () => {
  const user = await app.signUp()
  const draft: Draft = {
    userType: 'broker',
    trucksAmount: 12,
    loadboards: ['truckstop', 'dat-one'],
    source: 'newsletter',
  }

  expect(await user.account.saveUserInfo({ body: draft })).toEqual({ ...draft, loadboards: ['dat-one', 'truckstop'] })
  expect(await user.account.getUserInfo()).toEqual({ ...draft, loadboards: ['dat-one', 'truckstop'] })

  expect(await user.account.saveUserInfo({ body: {} })).toEqual({
    userType: 'carrier',
    trucksAmount: 1,
    loadboards: ['dat-one'],
    source: 'newsletter',
  })
  expect(await user.account.saveUserInfo({ body: { loadboards: [], source: null } })).toMatchObject({
    loadboards: ['dat-one'],
    source: null,
  })
})

test('a board of the other business type is rejected and nothing changes', async () => {
  const user = await app.signUp()

  await expect(
    user.account.saveUserInfo({ body: { userType: 'broker', loadboards: ['dat-one', 'sylectus'] } }),
  ).rejects.toMatchObject({
    code: 'invalid-input',
    fields: { loadboards: "This load board isn't available for your business type." },
  })
  expect(await user.account.getUserInfo()).toEqual(emptyUserInfo)
})

test('a carrier may choose five boards and a broker three', async () => {
  const user = await app.signUp()

  for (const userType of ['carrier', 'broker'] as const) {
    expect(await user.account.saveUserInfo({ body: { userType, loadboards: [...boardsFor[userType]] } })).toMatchObject(
      { loadboards: boardsFor[userType] },
    )
  }
})

test.each(['0', '-0', '-1', '1.5', '10001', '2147483648', '1e309', 'NaN', 'Infinity', '"1"', 'null', 'true', '[1]'])(
  '[I04] %s trucks are rejected',
  async (trucksAmount) => {
    const user = await app.signUp()

    const answer = await app.app.inject({
      method: 'POST',
      url: '/user-info',
      headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' },
      payload: `{"trucksAmount":${trucksAmount}}`,
    })

    expect(answer.statusCode).toBe(400)
    expect(await user.account.getUserInfo()).toEqual(emptyUserInfo)
  },
)

test('[I04] 1 and 10,000 trucks are accepted', async () => {
  const user = await app.signUp()

  for (const trucksAmount of [1, 10_000])
    expect(await user.account.saveUserInfo({ body: { trucksAmount } })).toMatchObject({ trucksAmount })
})

test('[T13] roles, plans and limits cannot be written through the profile', async () => {
  const user = await app.signUp()
  const before = { me: await user.account.getMe(), info: await user.account.getUserInfo() }

  for (const [name, value] of Object.entries({
    role: 'OWNER',
    features: ['email'],
    emails: 1_000,
    billingPlan: 'BUSINESS',
    accountVerified: false,
    organizationId: user.userId,
    userId: user.userId,
    email: 'ceo@broker.example',
    createdAt: '2000-01-01T00:00:00Z',
    isDemo: true,
    emailVerifiedAt: null,
  })) {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/user-info',
      headers: { authorization: `Bearer ${user.accessToken}` },
      payload: { userType: 'broker', [name]: value },
    })
    expect(answer.statusCode, name).toBe(400)
    expect(answer.json()).toMatchObject({ errors: [{ pointer: `/${name}` }] })
  }

  const { extensionToken: _, ...me } = await user.account.getMe()
  expect({ me, info: await user.account.getUserInfo() }).toEqual({ me: expect.objectContaining(me), info: before.info })
  expect(before.me).toMatchObject(me)
})

test('a broker is not metered, from the first call after the change', async () => {
  const user = await app.signUp()

  await user.account.saveUserInfo({ body: { userType: 'broker' } })

  expect(await user.account.getMe()).toMatchObject({
    billingPlan: 'FREE',
    limitEmails: null,
    emails: null,
    limitTempl: null,
  })
})

test('[A11] the first proof of an address ends every earlier session', async () => {
  const email = 'victim@redbud.example'
  const attacker = await app.signUp(email)
  // As if the account was created without a proof.
  await app.pool.query('update account set email_verified_at = null where email = $1', [email])

  const victim = await app.signUp(email)

  await expect(attacker.account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
  await expect(
    app.as(attacker.accessToken).signIn.refresh({ query: { refreshToken: attacker.refreshToken } }),
  ).rejects.toMatchObject({ code: 'not-signed-in' })
  expect(await victim.account.getMe()).toMatchObject({ email })

  const later = await app.signUp(email)
  expect(await victim.account.getMe()).toMatchObject({ email }) // only the first proof ends sessions
  expect(await later.account.getMe()).toMatchObject({ email })
})

test('[D9.2] each next step counts as done once the user did it', async () => {
  const user = await app.signUp()
  const steps = () => user.home.getHome({ query: { steps: 'true' } }).then(({ steps }) => steps)
  const done = { extension: false, template: false, profile: false, mailbox: false, email: false, team: false }
  expect(await steps()).toEqual(done)

  await user.account.saveUserInfo({ body: { userType: 'broker' } })
  expect(await steps()).toEqual(done) // its Default template is another one that users start with
  await user.account.saveUserInfo({ body: { userType: 'carrier' } })

  const { extensionToken } = await user.account.getMe()
  await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
  expect(await steps()).toEqual({ ...done, extension: true })

  await user.account.saveProfile({ body: { company: 'Redbud Carriers', phone: '(555) 010-0142' } })
  expect(await steps()).toMatchObject({ profile: false })
  await user.account.saveProfile({ body: { dot: '1234567' } })
  await sendInquiry(user)
  expect(await steps()).toEqual({ ...done, extension: true, profile: true, email: true })

  await user.templates.createTemplate({
    body: { name: 'Mine', subject: 'S', template: '<p>T</p>', cc: [], labels: [] },
  })
  await app.pool.query("update mailbox set kind = 'google' where user_id = $1", [user.userId])
  await grant(app, user)
  await user.team.createOrganization({ body: { name: 'Redbud' } })
  expect(await steps()).toMatchObject({ template: true, mailbox: true, team: false })

  await user.team.invite({ body: { emails: ['noor@redbud.example'] } })
  expect(Object.values((await steps()) ?? {})).toEqual(Array(6).fill(true))
})

test('[D9.1] answers of the onboarding are kept one by one before it is complete, and no longer after', async () => {
  const user = await app.signUp()

  await user.account.keepAnswers({ body: { chosenType: 'broker' } })
  await user.account.keepAnswers({ body: { trucksAmount: 7 } })
  await user.account.keepAnswers({ body: {} })
  const kept = { userType: null, chosenType: 'broker', trucksAmount: 7, loadboards: ['dat-one'] }
  expect(await user.account.keepAnswers({ body: { loadboards: [] } })).toMatchObject({ ...kept, loadboards: [] })
  expect(await user.account.getUserInfo()).toMatchObject({ ...kept, loadboards: [] })
  await expect(user.account.keepAnswers({ body: { trucksAmount: 10_001 } })).rejects.toMatchObject({
    code: 'invalid-input',
  })

  const complete = await user.account.saveUserInfo({ body: { userType: 'carrier', trucksAmount: 2 } })
  expect(complete).toEqual({ userType: 'carrier', trucksAmount: 2, loadboards: ['dat-one'], source: null })
  expect(await user.account.keepAnswers({ body: { chosenType: 'broker', trucksAmount: 9 } })).toEqual(complete)
})
