import { brand } from '@loadping/contract/brand'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type OauthTestApp, oauthTestApp } from '../testing/oauth-test-app.ts'
import { createOwner, inviteByMail } from '../testing/teams.ts'
import { codeIn } from '../testing/test-app.ts'
import { inviteToSignUp } from './sign-up.service.ts'

let app: OauthTestApp
beforeAll(async () => {
  app = await oauthTestApp()
})

/** Sets who may sign up, as the settings would at the next start. */
const setSignUp = (isOpen: boolean, domains: string[] = []) => Object.assign(app.deps.signUp, { isOpen, domains })
beforeEach(() => setSignUp(false))

const emailsTo = (email: string) => app.sent.filter(({ to }) => to === email).length
async function ask(email: string): Promise<{ email: string; emails: number; answer: string }> {
  const before = emailsTo(email)
  const { statusCode, body } = await app.app.inject({ method: 'POST', url: '/auth/v2/tokenLink', payload: { email } })
  await app.runDueJobs()
  return { email, emails: emailsTo(email) - before, answer: `${statusCode} ${body}` }
}
const accountsOf = async (email: string) =>
  (await app.pool.query('select from account where email = $1', [email])).rowCount
const signInByGoogle = (email: string, isVerified = true) => {
  app.idp.behavior.claims = { sub: email, email, email_verified: isVerified }
  return app.browser('google').completeOAuth()
}

test('[D13.20] [A05] by invitation, a stranger gets the answer of a user and no email', async () => {
  setSignUp(true)
  const { email } = await app.signUp('maria@redbud.example')
  setSignUp(false)

  expect(await ask(email)).toEqual({ email, emails: 1, answer: '200 success' })
  const stranger = 'stranger@redbud.example'
  expect(await ask(stranger)).toEqual({ email: stranger, emails: 0, answer: '200 success' })
  expect(await accountsOf(stranger)).toBe(0)
})

test('[D13.20] whom the operator or a team invited signs up, and so does an administrator', async () => {
  setSignUp(true)
  const owner = await createOwner(app)
  await inviteByMail(app, owner, 'member@other.example')
  setSignUp(false)
  await inviteToSignUp(app.deps, 'guest@other.example')
  app.deps.administrators.push('boss@other.example')

  for (const email of ['member@other.example', 'guest@other.example', 'boss@other.example'])
    expect((await app.signUp(email)).accessToken, email).toBeTruthy()
  expect((await app.pool.query('select from sign_up_invitation')).rowCount).toBe(0) // the account took its place
  expect((await ask('guest@other.example')).emails).toBe(1)
})

test('[D13.20] for listed domains, only their addresses sign up', async () => {
  setSignUp(false, ['fleet.example', 'trucks.example'])

  for (const email of ['a@fleet.example', 'b@trucks.example']) expect((await ask(email)).emails, email).toBe(1)
  for (const email of ['a@fleet.example.org', 'b@sub.fleet.example', 'c@redbud.example'])
    expect((await ask(email)).emails, email).toBe(0)
})

test('[D13.20] Google signs up who may, and tells others whom to ask', async () => {
  const refused = await signInByGoogle('stranger@gmail.example')
  expect(`${refused.location.origin}${refused.location.pathname}`).toBe('https://loadping.test/auth/uninvited')
  const page = await app.app.inject({ url: '/auth/uninvited' })
  expect(page.body).toContain(`ask ${brand.supportAddress} to invite your address`)
  expect(await accountsOf('stranger@gmail.example')).toBe(0)

  await inviteToSignUp(app.deps, 'stranger@gmail.example')
  expect((await signInByGoogle('stranger@gmail.example')).location.pathname).toBe('/sign-in/verifying')
  setSignUp(false)
  expect((await signInByGoogle('stranger@gmail.example')).location.pathname).toBe('/sign-in/verifying') // is a user now
})

test('[D13.20] an address that Google did not verify gets no email if it may not sign up', async () => {
  const { location } = await signInByGoogle('unproved@gmail.example', false)
  await app.runDueJobs()

  expect(location.pathname).toBe('/sign-in/verifying')
  expect(emailsTo('unproved@gmail.example')).toBe(0)
})

test('[D13.20] a code from before sign-up was closed creates no account', async () => {
  setSignUp(true)
  await ask('late@redbud.example')
  const code = codeIn(app.sent.findLast(({ to }) => to === 'late@redbud.example'))
  setSignUp(false)

  const verified = app.as().signIn.verifyLink({ body: { email: 'late@redbud.example', code } })
  await expect(verified).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await accountsOf('late@redbud.example')).toBe(0)
})
