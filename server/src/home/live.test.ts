import { liveLimits } from '@loadping/contract/home/live'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { getVersion } from '../live/live.service.ts'
import { afterFile } from '../testing/after-file.ts'
import { deleteAccount } from '../testing/deletion.ts'
import { goalSize } from '../testing/goal-size.ts'
import { buildLoad, callAbout, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { createLiveStream } from './live-stream.ts'

let app: TestApp
let address: string
/** Another process on the same database. */
let otherAddress: string
beforeAll(async () => {
  app = await testApp()
  address = await app.app.listen({ port: 0 })
  const other = await buildApp(app.deps)
  otherAddress = await other.listen({ port: 0 })
  afterFile(() => other.close())
})

const opened: AbortController[] = []
afterEach(() => {
  for (const controller of opened.splice(0)) controller.abort()
})

type Options = { at?: string; version?: number | string; headers?: Record<string, string> }

function open({ accessToken }: { accessToken: string }, { at = address, version = 0, headers = {} }: Options = {}) {
  const controller = new AbortController()
  opened.push(controller)
  return fetch(`${at}/home/live?version=${version}`, {
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
    signal: AbortSignal.any([controller.signal, AbortSignal.timeout(20_000)]),
  })
}

/** Opens a stream at the version that is shown, and returns a function that reads its next version; undefined at its end. */
async function follow(user: TestUser, options: Options = {}) {
  const { version } = await user.home.getHome({ query: {} })
  const response = await open(user, { version, ...options })
  expect(response.status).toBe(200)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return async function next(): Promise<number | undefined> {
    for (;;) {
      const { value = '', done = true } = (await reader?.read()) ?? {}
      if (done) return undefined
      const [, newest] = /^data: (\d+)$/m.exec(value) ?? []
      if (newest) return Number(newest)
    }
  }
}

const versionOf = async (user: TestUser) => (await user.home.getHome({ query: {} })).version

test('[O08] a change is announced to the pages of its user on each process within two seconds', async () => {
  const user = await app.signUp()
  const stranger = await app.signUp()
  const here = await follow(user)
  const there = await follow(user, { at: otherAddress })
  const startedAt = performance.now()

  await sendInquiry(stranger)
  await sendInquiry(user)

  expect(await Promise.all([here(), there()])).toEqual([await versionOf(user), await versionOf(user)])
  const longestMs = goalSize({ full: 2_500, tenth: 25_000, quick: 25_000 }) // only a hang fails on a busy machine
  expect(performance.now() - startedAt).toBeLessThan(longestMs)
})

test('[O08] a page that shows an older version hears of it at once', async () => {
  const user = await app.signUp()
  await sendInquiry(user)

  expect(await (await follow(user, { version: 0 }))()).toBe(await versionOf(user))
})

test('each change that the Dashboard shows has a newer version', async () => {
  const user = await app.signUp()
  let before = await versionOf(user)
  const grows = async (what: string, change: () => Promise<unknown>) => {
    await change()
    const now = await versionOf(user)
    expect(now, what).toBeGreaterThan(before)
    before = now
  }
  const sent: string[] = []
  const send = async () => void sent.push((await sendInquiry(user)).id)
  const { id } = await user.loads.saveLoad({ body: { load: buildLoad() } })

  await grows('an inquiry', send)
  await grows('its delivery', () => app.runDueJobs())
  await grows('another inquiry', send)
  await grows('an undo', () => user.inquiries.undoEmail({ params: { id: sent[1] ?? '' } }))
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550' })
  await grows('a third inquiry', send)
  await grows('its failure', () => app.runDueJobs())
  app.mailbox.answer = undefined
  await grows('its dismissal', () => user.emails.dismissEmail({ params: { id: sent[2] ?? '' } }))
  await grows('a call', () => callAbout(user, id))
  const outcome = { kind: 'outcome', outcome: 'booked' } as const
  let replaced: Awaited<ReturnType<typeof user.loads.changeLoads>> = { before: [] }
  await grows('an outcome', async () => {
    replaced = await user.loads.changeLoads({ body: { ids: [id], change: outcome } })
  })
  await grows('its undo', () => user.loads.undoLoadChange({ body: replaced }))
})

test('a failed send announces nothing', async () => {
  const user = await app.signUp()
  const before = await versionOf(user)

  await expect(sendInquiry(user, { templateId: crypto.randomUUID() })).rejects.toThrow()

  expect(await versionOf(user)).toBe(before)
})

test('[O08] a manager hears of changes of the team, a dispatcher only of their own', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const ofOwner = await follow(owner)
  const ofMember = await follow(member)

  await sendInquiry(owner)
  expect(await ofOwner()).toBe(await versionOf(owner))
  await sendInquiry(member, { load: buildLoad({ dest: { city: 'Tulsa', state: 'OK' } }) })

  expect(await ofOwner()).toBe(await versionOf(owner))
  expect(await ofMember()).toBe(await getVersion(app.deps, [member.userId]))
})

test('[O08] a user has five streams at most; one that ends makes room', async () => {
  const user = await app.signUp()
  const streams = []
  for (let count = 0; count < liveLimits.streamsPerUser; count++) streams.push(await open(user))
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])

  const beyond = await open(user)
  expect([beyond.status, await beyond.json()]).toEqual([429, expect.objectContaining({ code: 'too-many' })])
  expect((await open(await app.signUp())).status).toBe(200)
  opened[0]?.abort()

  await expect.poll(async () => (await open(user)).status, { timeout: 5_000 }).toBe(200)
})

test.each<[string, (user: TestUser) => Promise<unknown>]>([
  ['its session ends', (user) => user.signIn.logout()],
  ['all sessions end', (user) => user.sessions.endAllSessions()],
  ['the account is deleted', deleteAccount],
])('[O08] a stream closes when %s', async (_, endSession) => {
  const user = await app.signUp()
  const next = await follow(user)

  await endSession(user)

  expect(await next()).toBeUndefined()
})

test('[O08] a stream closes once the access token that opened it has expired', async () => {
  const user = await app.signUp()
  const next = await follow(user)
  app.clock.advance(15 * 60_000 + 1_000)
  const again = await app.signUp(user.email)

  await sendInquiry(again)

  expect(await next()).toBeUndefined()
})

test('[O08] a stream closes when the role of its user changes', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const next = await follow(member)

  await owner.team.updateRole({ body: { data: { userId: member.userId, role: 'MANAGER' } } })
  await sendInquiry(member)

  expect(await next()).toBeUndefined()
})

test('[O08] other origins, extensions, strangers and unknown versions get no stream', async () => {
  const user = await app.signUp()
  const { extensionToken } = await user.account.getMe()
  const extension = await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
  const statusOf = async (...words: Parameters<typeof open>) => (await open(...words)).status

  expect(await statusOf(user, { headers: { origin: 'https://evil.example' } })).toBe(403)
  expect(await statusOf(user, { headers: { origin: app.deps.baseUrl } })).toBe(200)
  expect(await statusOf(extension)).toBe(403)
  expect(await statusOf({ accessToken: 'forged' })).toBe(401)
  expect(await statusOf(user, { version: 'x' })).toBe(400)
})

test('[O08] a stream has no cache, no buffer of a proxy, and a comment at once', async () => {
  const user = await app.signUp()
  const { headers, body } = await open(user)

  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  const { value } = (await body?.pipeThrough(new TextDecoderStream()).getReader().read()) ?? {}
  expect(value).toBe(': ping\n\n')
})

test('[O08] a stream in which nothing happens has a comment every 25 seconds', async () => {
  const user = await app.signUp()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { body } = await open(user)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    const readComment = async (): Promise<string | undefined> => {
      const { value } = (await reader?.read()) ?? {}
      const comment = value?.replace(/data: \d+\n\n/g, '') // the first version comes when it is looked for
      return comment === '' ? readComment() : comment
    }
    expect(await readComment()).toBe(': ping\n\n')

    vi.advanceTimersByTime(25_000)

    expect(await readComment()).toBe(': ping\n\n')
  } finally {
    vi.useRealTimers()
  }
})

test('[O08] a client that does not read is disconnected', () => {
  const written: string[] = []
  let isDestroyed = false
  const output = {
    writableNeedDrain: false,
    write: (text: string) => written.push(text) > 0,
    destroy() {
      isDestroyed = true
      return this
    },
  }
  const stream = createLiveStream(output as unknown as Parameters<typeof createLiveStream>[0])

  stream.sendVersion(7)
  expect([written, isDestroyed]).toEqual([['data: 7\n\n'], false])
  output.writableNeedDrain = true
  stream.sendVersion(8)

  expect([written, isDestroyed]).toEqual([['data: 7\n\n'], true])
})

test('a server that stops ends its streams', async () => {
  const server = await buildApp(app.deps)
  const next = await follow(await app.signUp(), { at: await server.listen({ port: 0 }) })

  await server.close()

  expect(await next()).toBeUndefined()
})
