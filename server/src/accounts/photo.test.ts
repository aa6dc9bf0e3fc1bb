import { crc32, deflateSync } from 'node:zlib'
import { Transformer } from '@napi-rs/image'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { google } from '../integrations/identity-provider-google.ts'
import { outlook } from '../integrations/identity-provider-outlook.ts'
import { type OauthTestApp, oauthTestApp } from '../testing/oauth-test-app.ts'
import { toAvatar } from './photo-image.ts'

let app: OauthTestApp
beforeAll(async () => {
  app = await oauthTestApp()
})
beforeEach(() => {
  app.idp.photoRequests.length = 0
  app.idp.behavior.photo = { status: 200, type: 'image/png', body: png(200, 120) }
})

/** Creates an image of one color, which is small at any size. */
function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    return Buffer.concat([number(data.length), body, number(crc32(body))])
  }
  const number = (value: number) => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255])
  const head = Buffer.concat([number(width), number(height), Buffer.from([8, 2, 0, 0, 0])])
  const rows = Buffer.alloc(height * (width * 3 + 1))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const picture = () => `${app.idp.url}/photo/maria`
let people = 0
async function signIn(claims: Record<string, unknown> = { picture: picture() }) {
  const name = `photo-${people++}`
  app.idp.behavior.claims = { sub: name, email: `${name}@redbud.example`, email_verified: true, ...claims }
  return app.browser('google').signIn()
}
const photoOf = async (user: Awaited<ReturnType<typeof signIn>>) => (await user.account.getPhoto()).content
/** Waits until the photo of the last sign-in was given up, and returns what is stored. */
async function rejectedPhotoOf(user: Awaited<ReturnType<typeof signIn>>) {
  const { userId } = await user.account.getMe()
  await vi.waitFor(() =>
    expect(app.log).toContainEqual(expect.objectContaining({ msg: 'no photo stored', userId, level: 20 })),
  )
  return photoOf(user)
}

test.each(['png', 'jpeg', 'webp'] as const)(
  '[7.18] [D2.9] a provider photo (%s) is fetched by the server and shown as a small square WebP',
  async (kind) => {
    const source = new Transformer(png(200, 120))
    app.idp.behavior.photo.body = await source[kind]()
    const user = await signIn()

    const content = await vi.waitFor(async () => {
      const found = await photoOf(user)
      expect(found).not.toBeNull()
      return String(found)
    })
    const webp = Buffer.from(content.replace('data:image/webp;base64,', ''), 'base64')

    expect(content).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/)
    expect(await new Transformer(webp).metadata()).toMatchObject({ width: 96, height: 96, format: 'webp' })
    expect(app.idp.photoRequests).toEqual([{ path: '/photo/maria', authorization: undefined }])
  },
)

test("[D2.9] the Microsoft photo is requested with the user's own access token", async () => {
  const tid = '11111111-1111-4111-8111-111111111111'
  app.idp.behavior.claims = {
    iss: `https://login.microsoftonline.com/${tid}/v2.0`,
    tid,
    oid: 'o-photo',
    email: 'photo@quillon.example',
    xms_edov: true,
  }
  const user = await app.browser('outlook').signIn()

  await vi.waitFor(async () => expect(await photoOf(user)).toMatch(/^data:image\/webp/))
  expect(app.idp.photoRequests).toEqual([{ path: '/photo', authorization: 'Bearer see-me' }])
})

test('[D2.9] a photo of pure noise still fits into 64 KB', async () => {
  const noise = Uint8Array.from({ length: 96 * 96 * 4 }, () => Math.floor(Math.random() * 256))
  const webp = await toAvatar(await Transformer.fromRgbaPixels(noise, 96, 96).png())

  expect(webp?.length).toBeLessThanOrEqual(64 * 1024)
})

test('[D2.9] the photo is null without a provider photo and after signing in by email', async () => {
  app.idp.behavior.photo = { status: 404, type: 'text/plain', body: Buffer.from('none') }
  const user = await signIn()

  expect(await rejectedPhotoOf(user)).toBeNull()
  expect(app.idp.photoRequests).toHaveLength(1)
  expect(await (await app.signUp()).account.getPhoto()).toEqual({ content: null })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><script>alert(1)</script></svg>'
test.each([
  ['SVG', 'image/svg+xml', () => Buffer.from(svg)],
  ['SVG named as PNG', 'image/png', () => Buffer.from(svg)],
  ['HTML', 'text/html', () => Buffer.from(`<!doctype html><title>x</title>${'<p>'.repeat(30)}`)],
  ['HTML named as JPEG', 'image/jpeg', () => Buffer.from('<html><script>alert(1)</script></html>'.padEnd(99))],
  [
    'HTML behind the first bytes of a PNG',
    'image/png',
    () => Buffer.concat([png(9, 9).subarray(0, 33), Buffer.from('<script>alert(1)</script>')]),
  ],
  [
    'HTML behind the first bytes of a JPEG',
    'image/jpeg',
    () => Buffer.concat([Buffer.from([255, 216, 255, 192, 0, 17, 8, 0, 9, 0, 9]), Buffer.from('<script>'.repeat(9))]),
  ],
  ['an animation', 'image/gif', () => Buffer.from(`GIF89a${'x'.repeat(99)}`)],
  ['a PDF', 'application/pdf', () => Buffer.from(`%PDF-1.7${' '.repeat(99)}`)],
  ['nothing', 'image/png', () => Buffer.alloc(0)],
  ['more than 1 MB', 'image/png', () => Buffer.concat([png(9, 9), Buffer.alloc(1_000_001)])],
  ['of more pixels than we unpack', 'image/png', () => png(3_000, 3_000)],
])('[W11] a photo that is %s is rejected', async (_name, type, body) => {
  app.idp.behavior.photo = { status: 200, type, body: body() }
  const user = await signIn()

  expect(await rejectedPhotoOf(user)).toBeNull()
  expect(app.idp.photoRequests).toHaveLength(1)
  if (app.idp.behavior.photo.body.length < 1_000_000)
    expect(await toAvatar(app.idp.behavior.photo.body)).toBeUndefined()
})

test('[W11] an image that would unpack to gigabytes is rejected before it is unpacked', async () => {
  const head = png(60_000, 1).subarray(0, 33)
  head.writeUInt32BE(60_000, 20)
  const before = process.memoryUsage().rss

  expect(await toAvatar(Buffer.concat([head, Buffer.alloc(999)]))).toBeUndefined()
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  expect(await toAvatar(png(2_000, 2_000))).toBeDefined()
})

test("[W11] a photo is only loaded from the provider's photo host, and redirects are not followed", async () => {
  const isGoogle = (url: string) => google.isPhotoOrigin(new URL(url))
  const isMicrosoft = (url: string) => outlook.isPhotoOrigin(new URL(url))
  expect(isGoogle('https://lh3.googleusercontent.com/a/x=s96-c')).toBe(true)
  expect(isMicrosoft('https://graph.microsoft.com/v1.0/me/photos/96x96/$value')).toBe(true)
  for (const url of [
    'http://lh3.googleusercontent.com/a',
    'https://lh3.googleusercontent.com:8443/a',
    'https://googleusercontent.com.evil.example/a',
    'https://evilgoogleusercontent.com/a',
    'https://evil.example/lh3.googleusercontent.com',
    'https://169.254.169.254/',
    'https://localhost/',
    'data:image/png;base64,AA',
    'file:///etc/passwd',
  ]) {
    expect([isGoogle(url), isMicrosoft(url)], url).toEqual([false, false])
  }

  app.idp.behavior.photo = {
    status: 302,
    type: 'text/plain',
    body: Buffer.alloc(0),
    location: `${app.idp.url}/photo/elsewhere`,
  }
  expect(await rejectedPhotoOf(await signIn())).toBeNull()
  expect(app.idp.photoRequests.map(({ path }) => path)).toEqual(['/photo/maria'])

  for (const address of [
    app.idp.url.replace('127.0.0.1', 'localhost'),
    app.idp.url.replace('http://', 'http://a:b@'),
    'not an address',
  ]) {
    app.idp.photoRequests.length = 0
    expect(await rejectedPhotoOf(await signIn({ picture: `${address}/photo/maria` }))).toBeNull()
    expect(app.idp.photoRequests).toEqual([])
  }
})

test('[W11] the photo is data inside JSON, which no browser renders as a page', async () => {
  const user = await app.signUp()
  const answer = await app.app.inject({
    url: '/api/v1/main/users/photo',
    headers: { authorization: `Bearer ${user.accessToken}` },
  })

  expect(answer.headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/json/),
    'x-content-type-options': 'nosniff',
  })
})
