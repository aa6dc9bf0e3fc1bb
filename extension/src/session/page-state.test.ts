import { createClient } from '@loadping/contract/client'
import type { Mark } from '@loadping/contract/extension/marks'
import type { PageState } from '@loadping/contract/extension/page-state'
import { noCosts } from '@loadping/contract/trucks/trucks'
import { expect, test, vi } from 'vitest'
import { openArea } from '../testing/open-browser.ts'
import { createPageState } from './page-state.ts'

const id = '018f3c2e-0000-7000-8000-000000000101'
const stateOf = (version: string, templateVersion = 1): PageState => ({
  version,
  account: {
    email: 'maria@redbud.example',
    userType: 'carrier',
    emails: 50,
    limitEmails: 50,
    sellByMinutes: 15,
    accountVerified: true,
    needAttention: 0,
  },
  templates: [{ id, name: 'Van', isDefault: true, version: templateVersion, owner: null }],
  profile: { name: 'Maria', company: null, phone: null, mc: null, dot: null, signature: null },
  snippets: {},
  truck: null,
  costs: noCosts,
  marks: { salt: 's', isComplete: true, marks: [], removed: [] },
  boards: { version: 0, boards: [] },
  memoryVersion: 'm',
})

/** Opens a browser session, and a server with one state. */
function openSession() {
  const session = openArea()
  const asked: string[] = []
  const server = { state: stateOf('v1'), isDown: false, hasBodies: true }
  const changes: string[] = []
  let onChange = async () => {}
  let userId: string | undefined = 'maria'
  let time = Date.parse('2026-11-20T20:00:00Z')
  const { extension } = createClient(async ({ path }) => {
    asked.push(path)
    if (server.isDown) throw new TypeError('Failed to fetch')
    const [template] = server.state.templates
    const body = { id, version: template?.version, subject: 'Load', template: `<p>${template?.version}</p>` }
    if (path.startsWith('/extension/templates'))
      return server.hasBodies
        ? { status: 200, body: [body] }
        : { status: 500, body: { code: 'unexpected', detail: 'x' } }
    if (path.endsWith(`=${server.state.version}`)) return { status: 304, body: '' }
    return { status: 200, body: server.state }
  })
  return {
    asked,
    server,
    changes,
    failOnChange: () => {
      onChange = () => new Promise(() => undefined) // the worker ends here
    },
    startWorker: () =>
      createPageState({
        session,
        extension,
        userId: async () => userId,
        onChange: async (_, { state }) => {
          changes.push(state.version)
          await onChange()
        },
        now: () => new Date(time),
        wait: () => new Promise(() => undefined),
      }),
    pass: (ms: number) => {
      time += ms
    },
    signIn: (next: string | undefined) => {
      userId = next
    },
  }
}

test('a worker that starts again goes on with the version and bodies that the last one kept', async () => {
  const { startWorker, asked } = openSession()
  const before = await startWorker().read(4000)

  const after = await startWorker().read(4000)

  expect(after?.account).toEqual(before?.account)
  expect(asked).toEqual(['/extension/state', `/extension/templates?ids=${id}`, '/extension/state?version=v1'])
})

test('the body of a saved template is asked for again, with the state that names its version', async () => {
  const { startWorker, server, pass } = openSession()
  const worker = startWorker()
  await worker.read(4000)
  server.state = stateOf('v2', 2)
  pass(4000)

  expect((await worker.read(4000))?.account.templates).toMatchObject([{ id, version: 2, template: '<p>2</p>' }])
})

test('several pages at once ask once, and again only after the age they allow', async () => {
  const { startWorker, asked, pass } = openSession()
  const worker = startWorker()
  await Promise.all([worker.read(4000), worker.read(4000), worker.read(0)])
  pass(3900)
  await worker.read(4000)
  expect(asked).toHaveLength(2)

  pass(100)
  await worker.read(4000)
  expect(asked).toHaveLength(3)
})

test('what is known stays while the server is unreachable, and another user gets none of it', async () => {
  const { startWorker, server, pass, signIn } = openSession()
  const worker = startWorker()
  await worker.read(4000)
  server.isDown = true
  pass(60_000)
  expect(await worker.read(4000)).toMatchObject({ userId: 'maria' })

  signIn('owen')
  expect(await worker.read(4000)).toBeNull()
  signIn(undefined)
  expect(await worker.read(4000)).toBeNull()
})

test('a change that a worker did not finish handling comes again to the next one', async () => {
  const { startWorker, changes, failOnChange } = openSession()
  failOnChange()
  void startWorker().read(4000)
  await vi.waitFor(() => expect(changes).toEqual(['v1']))

  void startWorker().read(4000)
  await vi.waitFor(() => expect(changes).toEqual(['v1', 'v1']))
})

test('a state whose bodies fail counts without them, and is asked for again as a whole', async () => {
  const { startWorker, server, pass } = openSession()
  const worker = startWorker()
  server.hasBodies = false
  expect(await worker.read(4000)).toMatchObject({ account: { templates: [] }, state: { version: '' } })

  server.hasBodies = true
  pass(4000)
  expect(await worker.read(4000)).toMatchObject({ account: { templates: [{ id }] }, state: { version: 'v1' } })
})

test('marks that no row shows any longer are forgotten', async () => {
  const { startWorker, server, pass } = openSession()
  const worker = startWorker()
  const markAt = (at: string, number: number): Mark => ({
    id: `018f3c2e-0000-7000-8000-00000000020${number}`,
    postingKey: 'p',
    laneKey: null,
    userId: '018f3c2e-0000-7000-8000-000000000202',
    name: 'Owen',
    type: 'PHONE',
    at,
    askCents: null,
    postedCents: null,
    outcome: null,
  })
  const answer = (version: string, isComplete: boolean, mark: Mark) => ({
    ...stateOf(version),
    marks: { salt: 's', isComplete, marks: [mark], removed: [] },
  })
  server.state = answer('v1', true, markAt('2026-11-20T19:59:00.000Z', 1))
  await worker.read(4000)
  pass(49 * 3_600_000)
  const later = markAt('2026-11-22T20:59:00.000Z', 2)
  server.state = answer('v2', false, later)

  expect((await worker.read(4000))?.marks.marks).toEqual([later])
})

test('a user who signs in while the state of another one loads is not shown as signed out', async () => {
  const { startWorker, signIn } = openSession()
  const worker = startWorker()
  const first = worker.read(4000)
  await Promise.resolve()
  signIn('owen')
  const second = worker.read(4000)

  expect([await first, (await second)?.userId]).toEqual([null, 'owen'])
})
