import { beforeAll, expect, test } from 'vitest'
import { sendInquiry } from '../testing/inquiries.ts'
import { codeIn, type TestApp, testApp, tokenIn } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

test("the log of a user's journey has events, but no token, code, address, query or text", async () => {
  const email = 'private.person@redbud.example'
  const user = await app.signUp(email)
  const mail = app.sent.findLast(({ to }) => to === email)
  const { extensionToken } = await user.account.getMe()
  await sendInquiry(user)
  await app.runDueJobs()
  await user.signIn.refresh({ query: { refreshToken: user.refreshToken } })
  await app.as().signIn.verifyEmail({ params: { email } })
  await app
    .as('forged')
    .account.getMe()
    .catch(() => {})
  await app.app.inject(`/nowhere/${user.accessToken}?token=${user.refreshToken}%0d%0aforged: line`)
  await app.app.inject({ method: 'POST', url: '/auth/verifyLink', payload: { email, token: 'short' } })

  const text = JSON.stringify(app.log)
  const secrets = [
    email,
    tokenIn(mail),
    codeIn(mail),
    user.accessToken,
    user.refreshToken,
    extensionToken ?? 'none',
    'quillon',
    'Q48213',
    'nowhere',
    'forged: line',
  ]

  expect(app.log.filter(({ msg }) => msg === 'request completed').map(({ route }) => route)).toEqual(
    expect.arrayContaining([
      '/auth/v2/tokenLink',
      '/emails',
      '/auth/refresh',
      '/api/v1/main/auth/verify/:email',
      'none',
    ]),
  )
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
