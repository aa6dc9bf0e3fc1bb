import { beforeAll, expect, test } from 'vitest'
import { type OauthTestApp, oauthTestApp } from '../testing/oauth-test-app.ts'

let app: OauthTestApp
beforeAll(async () => {
  app = await oauthTestApp()
})

const comeAs = (name: string, more: object = {}) => {
  const claims = { sub: `company-${name}`, email: `${name}@fleet.test`, email_verified: true, name: 'Dana Cole' }
  app.idp.behavior.claims = { ...claims, ...more }
  return app.browser('company')
}

test('[D13.20] a company account signs in, with its name and without permission to send', async () => {
  const browser = comeAs('dana')
  const { address } = await browser.begin()
  const user = await browser.signIn()

  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    scope: 'openid email profile',
    redirect_uri: 'https://loadping.test/auth/company/callback',
  })
  expect(address.searchParams.has('prompt')).toBe(false)
  expect(await user.account.getMe()).toMatchObject({ email: 'dana@fleet.test' })
  expect(await user.account.getProfile()).toMatchObject({ name: 'Dana Cole' })
  expect(await user.mailboxes.listMailboxes()).toEqual([])
  app.idp.behavior.token = {
    scope: 'openid email profile https://www.googleapis.com/auth/gmail.send',
    refresh_token: 'r',
  }
  const again = await comeAs('dana').signIn()
  expect(await again.mailboxes.listMailboxes()).toEqual([])
})

test.each([{ email_verified: false }, { email_verified: 'true' }, { email_verified: undefined }])(
  '[D13.20] [A10] a company account with %j opens no account of that address before its email is opened',
  async (claim) => {
    const known = await app.signUp(`known-${JSON.stringify(claim).length}@fleet.test`)
    const { email } = await known.account.getMe()
    const { location } = await comeAs('stranger', { ...claim, email }).completeOAuth()

    expect(Object.fromEntries(location.searchParams)).toMatchObject({ email })
    await app.runDueJobs()
    expect(app.sent.at(-1)).toMatchObject({ to: email })
  },
)

test('[D13.20] an ID token without a verified address is completed at the UserInfo endpoint', async () => {
  const thin = { email_verified: undefined, name: undefined }
  const info = { sub: 'company-okta', email: 'okta@fleet.test', email_verified: true, name: 'Ola Reyes' }
  app.idp.behavior.userInfo = info
  const user = await comeAs('okta', thin).signIn()

  expect(await user.account.getMe()).toMatchObject({ email: 'okta@fleet.test' })
  expect(await user.account.getProfile()).toMatchObject({ name: 'Ola Reyes' })
  app.idp.behavior.userInfo = { ...info, sub: 'company-other' }
  const { location } = await comeAs('other-than-asked', thin).completeOAuth()
  expect(location.searchParams.has('accessToken')).toBe(false)
})

test('[D13.20] where UserInfo has no address, the one of the ID token gets an email', async () => {
  const known = await app.signUp('thin@fleet.test')
  const { email } = await known.account.getMe()
  app.idp.behavior.userInfo = { sub: 'company-thin', email_verified: true }
  const { location } = await comeAs('thin', { email_verified: undefined }).completeOAuth()

  expect(Object.fromEntries(location.searchParams)).toMatchObject({ email })
  expect(location.searchParams.has('accessToken')).toBe(false)
})

test('[D13.20] a company account connects no mailbox', async () => {
  const answer = await app.app.inject({ url: `/auth/company?challenge=${'c'.repeat(43)}&connect=x` })

  expect(answer.headers.location).toBe('https://loadping.test/sign-in?problem=failed')
})

test('[D13.20] without a provider of a company, its start says that it is unavailable', async () => {
  const { company: _company, ...identity } = app.deps.identity
  Object.assign(app.deps, { identity })
  const answer = await app.app.inject({ url: `/auth/company?challenge=${'c'.repeat(43)}` })

  expect(answer.headers.location).toBe('https://loadping.test/sign-in?problem=unavailable')
})
