import { createClient } from '@loadping/contract/client'
import { beforeAll, expect, test } from 'vitest'
import { expectSameInHtml, expectWellMade } from '../testing/email-assertions.ts'
import { goalSize } from '../testing/goal-size.ts'
import { codeIn, sendTo, type TestApp, testApp, tokenIn, withOtherHmacKey } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

async function askForLink(email: string, more: { challenge?: string; redirect?: string } = {}) {
  await app.as().signIn.requestLink({ body: { email, ...more } })
  await app.runDueJobs()
  const mail = app.sent.findLast(({ to }) => to === email)
  return { mail, token: tokenIn(mail), code: codeIn(mail) }
}

test('[7.11] [7.12] an emailed link signs its owner in', async () => {
  const { token } = await askForLink('maria@redbud.example')

  const { accessToken } = await app.as().signIn.verifyLink({ body: { email: 'maria@redbud.example', token } })

  expect(await app.as(accessToken).account.getMe()).toMatchObject({
    email: 'maria@redbud.example',
    billingPlan: 'TRIAL',
    emails: 50,
    accountVerified: true,
  })
})

test('[D2.1] the email has the link and the code as HTML and as text, and says to whom and why', async () => {
  const { mail, code } = await askForLink('reader@a.example')

  expectWellMade(mail)
  expectSameInHtml(mail)
  expect(mail?.subject).toBe(`${code} is your LoadPing sign-in code`)
  expect(mail?.html).toMatch(new RegExp(`font-size:32px[^>]*>${code}</span>`))
  expect(mail?.text).toContain('Sent to reader@a.example because this address was entered to sign in to LoadPing.')
})

test('[A01] the database holds nothing that signs in: no link, code or email', async () => {
  await app.as().signIn.requestLink({ body: { email: 'dump@a.example' } })
  const { rows: before } = await app.pool.query(
    'select t::text as row from sign_in_token t union all select d::text from job d',
  )
  await app.runDueJobs()
  const mail = app.sent.findLast(({ to }) => to === 'dump@a.example')
  const { rows: after } = await app.pool.query(
    'select t::text as row from sign_in_token t union all select d::text from job d',
  )

  const dump = JSON.stringify([before, after])

  expect(tokenIn(mail)).toMatch(/^[\w-]{43}$/)
  expect(codeIn(mail)).toMatch(/^\d{6}$/)
  expect(dump).toContain('dump@a.example')
  expect(dump).not.toContain(tokenIn(mail))
  expect(dump).not.toMatch(new RegExp(`\\b${codeIn(mail)}\\b`))
})

test('[A01] a code is stored under the key of the server, so that a copy of the database reveals none', async () => {
  const { code } = await askForLink('keyed@a.example')
  const other = createClient(sendTo(await withOtherHmacKey(app), undefined))

  await expect(other.signIn.verifyLink({ body: { email: 'keyed@a.example', code } })).rejects.toMatchObject({
    code: 'invalid-input',
  })
  expect(await app.as().signIn.verifyLink({ body: { email: 'keyed@a.example', code } })).toHaveProperty('accessToken')
})

test('[A01] a link and its code expire after 10 minutes', async () => {
  const { token, code } = await askForLink('late@a.example')

  app.clock.advance(10 * 60_000 + 1_000)

  await expect(app.as().signIn.verifyLink({ body: { email: 'late@a.example', token } })).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'This link was used or has expired.',
  })
  await expect(app.as().signIn.verifyLink({ body: { email: 'late@a.example', code } })).rejects.toMatchObject({
    code: 'invalid-input',
  })
})

test('[A01] a newer request ends the older link and code', async () => {
  const older = await askForLink('twice@a.example')
  app.clock.advance(30_000)
  const newer = await askForLink('twice@a.example')

  await expect(
    app.as().signIn.verifyLink({ body: { email: 'twice@a.example', token: older.token } }),
  ).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(
    app.as().signIn.verifyLink({
      body: { email: 'twice@a.example', code: older.code === newer.code ? '000000' : older.code },
    }),
  ).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await app.as().signIn.verifyLink({ body: { email: 'twice@a.example', token: newer.token } })).toHaveProperty(
    'accessToken',
  )
})

test('[4.4] a request that a browser repeats within seconds sends one email, whose link stays valid', async () => {
  const body = { email: 'double@a.example', challenge: 'c'.repeat(43) }
  const repeat = (count: number) =>
    Promise.all(Array.from({ length: count }, () => app.as().signIn.requestLink({ body })))
  await repeat(5)
  app.clock.advance(19_000)
  await repeat(2)
  await app.runDueJobs()
  const [mail, ...others] = app.sent.filter(({ to }) => to === body.email)

  expect(others).toEqual([])
  expect(await app.as().signIn.verifyLink({ body: { email: body.email, token: tokenIn(mail) } })).toHaveProperty(
    'accessToken',
  )
})

test('[D2.2] after five wrong codes the same browser gets another email at once', async () => {
  const email = 'typo@a.example'
  const challenge = 'c'.repeat(43)
  const first = await askForLink(email, { challenge })
  const code = first.code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++)
    await expect(app.as().signIn.verifyLink({ body: { email, code } })).rejects.toMatchObject({ code: 'invalid-input' })

  const second = await askForLink(email, { challenge })

  expect(await app.as().signIn.verifyLink({ body: { email, code: second.code } })).toHaveProperty('accessToken')
})

test('[D2.2] after half a minute the same browser gets another email', async () => {
  const challenge = 'c'.repeat(43)
  const first = await askForLink('again@a.example', { challenge })
  app.clock.advance(30_000)
  const second = await askForLink('again@a.example', { challenge })

  expect(second.token).not.toBe(first.token)
  expect(await app.as().signIn.verifyLink({ body: { email: 'again@a.example', code: second.code } })).toHaveProperty(
    'accessToken',
  )
})

test('[5.1] a disposable address gets no link, also from a client that skips the check', async () => {
  for (const email of ['x@mailinator.com', 'x+1@MAILINATOR.com', 'x@any.name.mailinator.com'])
    await expect(app.as().signIn.requestLink({ body: { email } })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'Please enter a valid email',
      fields: { email: 'Please enter a valid email' },
    })
  await app.runDueJobs()

  expect(app.sent.filter(({ to }) => to.endsWith('mailinator.com'))).toEqual([])
})

test('[A01] of many requests at once only one link and one code work', async () => {
  for (let round = 0; round < 10; round++) {
    const email = `parallel-${round}@a.example`
    const browsers = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(43))
    await Promise.all(browsers.map((challenge) => app.as().signIn.requestLink({ body: { email, challenge } })))
    await app.runDueJobs()
    const emails = app.sent.filter(({ to }) => to === email)

    const { rows } = await app.pool.query('select count(*) from sign_in_token where email = $1 and used_at is null', [
      email,
    ])
    const codes = await Promise.allSettled(
      emails.map((mail) => app.as().signIn.verifyLink({ body: { email, token: tokenIn(mail) } })),
    )
    expect(emails).toHaveLength(4)
    expect(rows[0]).toEqual({ count: 1 })
    expect(codes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

const links = goalSize({ full: 1_000, tenth: 100, quick: 10 })
test(`[G11] [A02] of 50 concurrent verifications one signs in, for each of ${links} links`, async () => {
  const people = Array.from({ length: links }, (_, index) => `race-${index}@a.example`)
  let sessions = 0

  for (const email of people) {
    const { token } = await askForLink(email)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => app.as().signIn.verifyLink({ body: { email, token } })),
    )
    sessions += outcomes.filter(({ status }) => status === 'fulfilled').length
  }

  const { rows } = await app.pool.query(
    `select count(*) from session join account on account.id = session.user_id where email like 'race-%'`,
  )
  expect(sessions).toBe(links)
  expect(rows[0]).toEqual({ count: links })
})

test('[A08] a link belongs to its own address, whatever its query says', async () => {
  const { token } = await askForLink('alice@a.example')
  await app.signUp('bob@a.example')

  await expect(app.as().signIn.verifyLink({ body: { email: 'bob@a.example', token } })).rejects.toMatchObject({
    code: 'invalid-input',
  })
  const { accessToken } = await app.as().signIn.verifyLink({ body: { email: 'alice@a.example', token } })

  expect(await app.as(accessToken).account.getMe()).toMatchObject({ email: 'alice@a.example' })
})

test('[A14] the emailed link uses the configured base URL, whatever host the request names', async () => {
  await app.app.inject({
    method: 'POST',
    url: '/auth/v2/tokenLink',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    payload: { email: 'host@a.example' },
  })
  await app.runDueJobs()

  const mail = app.sent.findLast(({ to }) => to === 'host@a.example')
  expect(mail?.text).toContain('https://loadping.test/sign-in/verifying?token=')
  expect(JSON.stringify(mail)).not.toContain('evil')
})

test('[D2.1] a code signs in as the link does, and dies with the fifth wrong try', async () => {
  const first = await askForLink('code@a.example')
  expect(await app.as().signIn.verifyLink({ body: { email: 'code@a.example', code: first.code } })).toHaveProperty(
    'refreshToken',
  )

  const { code } = await askForLink('code@a.example')
  const wrong = code === '111111' ? '222222' : '111111'
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(app.as().signIn.verifyLink({ body: { email: 'code@a.example', code: wrong } })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  }

  await expect(app.as().signIn.verifyLink({ body: { email: 'code@a.example', code } })).rejects.toMatchObject({
    code: 'invalid-input',
  })
})

test('new codes buy no more guesses: after 30 wrong ones in a day only the link works', async () => {
  const email = 'guessed@a.example'
  for (let request = 0; request < 6; request++) {
    const { code } = await askForLink(email)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let guess = 0; guess < 5; guess++)
      await expect(app.as().signIn.verifyLink({ body: { email, code: wrong } })).rejects.toMatchObject({
        code: 'invalid-input',
      })
  }
  const { code, token } = await askForLink(email)

  await expect(app.as().signIn.verifyLink({ body: { email, code } })).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await app.as().signIn.verifyLink({ body: { email, token } })).toHaveProperty('accessToken')
})

test('a wrong verifier does not use up the link, which still works after a click', async () => {
  const verifier = 'v'.repeat(43)
  const { createHash } = await import('node:crypto')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { token } = await askForLink('browser@a.example', { challenge })

  await expect(
    app.as().signIn.verifyLink({ body: { email: 'browser@a.example', token, verifier: 'w'.repeat(43) } }),
  ).rejects.toMatchObject({
    code: 'not-allowed',
  })

  expect(await app.as().signIn.verifyLink({ body: { email: 'browser@a.example', token, verifier } })).toHaveProperty(
    'accessToken',
  )
})

test('[D2.8] disposable and malformed addresses count as disposable, known and unknown ones alike', async () => {
  await app.signUp('known@redbud.example')
  const verify = async (email: string) => (await app.as().signIn.verifyEmail({ params: { email } })).content.disposable

  expect(
    await Promise.all(
      ['known@redbud.example', 'unknown@redbud.example', 'x@mailinator.com', 'not an address', ''].map((email) =>
        verify(email || ' '),
      ),
    ),
  ).toEqual([false, false, true, true, true])
})

test('[7.28] the second API base responds with its content wrapped', async () => {
  const answer = await app.app.inject('/api/v1/main/auth/verify/maria%40redbud.example')

  expect(answer.json()).toEqual({ content: { disposable: false } })
})

test('[P05] a sign-in, and one that fails, are security events that name their way in', async () => {
  const email = 'events@a.example'
  await app.signUp(email)
  const { code } = await askForLink(email)
  const before = app.log.length
  const isRefused = (body: object) => app.app.inject({ method: 'POST', url: '/auth/verifyLink', payload: body })

  await isRefused({ email, token: 'x'.repeat(43) })
  await isRefused({ email, code: code === '000000' ? '000001' : '000000' })
  await isRefused({ accessToken: 'x'.repeat(43), verifier: 'v'.repeat(43) })
  await app.as().signIn.verifyLink({ body: { email, code } })

  const events = app.log.slice(before).filter(({ security }) => security !== undefined)
  expect(events.map(({ security, method }) => `${security} ${method}`)).toEqual([
    'sign-in-failed link',
    'sign-in-failed code',
    'sign-in-failed provider',
    'sign-in web',
  ])
})
