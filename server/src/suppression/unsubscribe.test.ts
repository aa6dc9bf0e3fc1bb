import { beforeAll, expect, test } from 'vitest'
import { type RawRequest, rawRequest } from '../testing/raw-request.ts'
import { createOwner, inviteByMail } from '../testing/teams.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { isSuppressed } from './suppression.service.ts'
import { unsubscribeUrl } from './unsubscribe.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** Returns the path and query of the recipient's unsubscribe link. */
const linkOf = (address: string) => unsubscribeUrl(app.deps, address).slice(app.deps.baseUrl.length)
const isUnsubscribed = (address: string) => isSuppressed(app.deps, address, 'product')

/** Sends the request as email providers and foreign pages do: from another origin, with all cookies. */
const foreign = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site', cookie: 'isAuth=true' }
const form = 'application/x-www-form-urlencoded'
const parts = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
const posts: [string, Omit<RawRequest, 'method' | 'url'>][] = [
  ['a form', { headers: { ...foreign, 'content-type': form }, payload: 'List-Unsubscribe=One-Click' }],
  ['a form in parts', { headers: { ...foreign, 'content-type': 'multipart/form-data; boundary=b' }, payload: parts }],
  ['nothing at all', { headers: foreign }],
]

test.each(posts)(
  '[E21] opening the link changes nothing, and a POST of %s unsubscribes at once, without a cookie',
  async (_what, post) => {
    const address = `${crypto.randomUUID()}@redbud.example`
    for (const accept of ['text/html', '*/*']) {
      const page = await rawRequest(app.app, { method: 'GET', url: linkOf(address), headers: { ...foreign, accept } })
      expect([page.status, page.contentType]).toEqual([200, 'text/html'])
      expect(page.text).toContain(
        '<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>',
      )
      expect(page.headers['set-cookie']).toBeUndefined()
      expect(await isUnsubscribed(address)).toBe(false)
    }

    const answer = await rawRequest(app.app, { method: 'POST', url: linkOf(address), ...post })

    expect([answer.status, answer.headers['set-cookie'], answer.headers.location]).toEqual([200, undefined, undefined])
    expect(answer.text).toContain('You are unsubscribed')
    expect(await isUnsubscribed(address)).toBe(true)
    expect(await isSuppressed(app.deps, address, 'inquiry')).toBe(false)
  },
)

test('[E21] an invitation has an https unsubscribe link, and a sign-in email has none', async () => {
  const owner = await createOwner(app)
  const address = `${crypto.randomUUID()}@carrier.example`
  await inviteByMail(app, owner, address)

  const url = app.sent.findLast(({ to }) => to === address)?.unsubscribeUrl ?? ''
  expect(url).toMatch(/^https:\/\/loadping\.test\/unsubscribe\?token=[\w.-]+$/)
  expect(app.sent.find(({ to }) => to === owner.email)).not.toHaveProperty('unsubscribeUrl')

  await rawRequest(app.app, { method: 'POST', url: url.slice(app.deps.baseUrl.length) })
  expect([await isUnsubscribed(address), await isUnsubscribed(owner.email)]).toEqual([true, false])
})

test('a forged token is rejected with a page, and nothing is stored', async () => {
  const before = (await app.pool.query('select count(*) from suppression')).rows
  const [path = '', token = ''] = linkOf('maria@redbud.example').split('=')
  const foreignToken = app.deps.keys.encrypt('maria@redbud.example', 'oauth attempt google')
  const bad = [
    '',
    `${path}=`,
    `${path}=x`,
    `${path}=${token.slice(0, -2)}`,
    `${path}=${token}AAAA`,
    `${path}=${foreignToken}`,
    `${path}=${token}&token=${token}`,
  ]

  for (const url of bad.map((address) => address || '/unsubscribe'))
    for (const method of ['GET', 'POST'] as const) {
      const answer = await rawRequest(app.app, { method, url })
      expect([answer.status, answer.contentType], `${method} ${url}`).toEqual([400, 'text/html'])
      expect(answer.text).toContain("This link doesn't work")
    }
  expect((await app.pool.query('select count(*) from suppression')).rows).toEqual(before)
})

test('the page runs no script, and its form can only post to our own origin', async () => {
  const { text, headers } = await rawRequest(app.app, { method: 'GET', url: linkOf('maria@redbud.example') })

  expect(text).not.toMatch(/<script|\son\w+=|javascript:|https?:/)
  expect(String(headers['content-security-policy'])).toMatch(/default-src 'none';.*form-action 'self'/)
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
})

test('the link, the database and the log do not contain the address', async () => {
  const address = 'canary.private@redbud.example'
  const url = linkOf(address)
  await rawRequest(app.app, { method: 'POST', url })

  const kept = JSON.stringify((await app.pool.query('select * from suppression')).rows)
  for (const text of [url, decodeURIComponent(url), kept, JSON.stringify(app.log)]) expect(text).not.toContain('canary')
  expect(JSON.stringify(app.log)).not.toContain(url)
})

test('another content type is rejected, and so is a large body', async () => {
  const address = 'large@redbud.example'
  const ask = (type: string, payload: string) =>
    rawRequest(app.app, { method: 'POST', url: linkOf(address), headers: { 'content-type': type }, payload })

  expect((await ask('text/plain', 'List-Unsubscribe=One-Click')).status).toBe(415)
  expect((await ask(form, 'x'.repeat(5_000))).status).toBe(413)
  expect(await isUnsubscribed(address)).toBe(false)
})
