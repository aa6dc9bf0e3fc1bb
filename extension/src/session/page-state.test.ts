import { createClient } from '@loadping/contract/client'
import type { PageState } from '@loadping/contract/extension/page-state'
import { noCosts } from '@loadping/contract/trucks/trucks'
import { expect, test } from 'vitest'
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
  const server = { state: stateOf('v1'), isDown: false }
  let userId: string | undefined = 'maria'
  let time = Date.parse('2026-11-20T20:00:00Z')
  const { extension } = createClient(async ({ path }) => {
    asked.push(path)
    if (server.isDown) throw new TypeError('Failed to fetch')
    const [template] = server.state.templates
    const body = { id, version: template?.version, subject: 'Load', template: `<p>${template?.version}</p>` }
    if (path.startsWith('/extension/templates')) return { status: 200, body: [body] }
    if (path.endsWith(`=${server.state.version}`)) return { status: 304, body: '' }
    return { status: 200, body: server.state }
  })
  return {
    asked,
    server,
    startWorker: () =>
      createPageState({
        session,
        extension,
        userId: async () => userId,
        onChange: async () => undefined,
        now: () => new Date(time),
      }),
    pass: (ms: number) => {
      time += ms
    },
    signIn: (next: string | undefined) => {
      userId = next
    },
  }
}

test('a worker that starts again goes on with the version and the bodies that an earlier one kept', async () => {
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
