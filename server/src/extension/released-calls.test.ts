import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apis } from '@loadping/contract/client'
import { extensionReleases, extensionVersionHeader } from '@loadping/contract/extension/extension-versions'
import { createClientFor, type Send } from '@loadping/contract/wire/api-calls'
import type { Endpoint } from '@loadping/contract/wire/endpoint'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyEndpoint } from '../testing/every-endpoint.ts'
import { buildLoad } from '../testing/inquiries.ts'
import { sendTo, type TestApp, testApp } from '../testing/test-app.ts'
import { buildTruck } from '../testing/trucks.ts'

// A morning of a carrier with the extension, as each released version calls the server, with its answers.
// NEW_RELEASE=1 records that of this version, and keeps the extension that is built for a test in a browser.
const folder = join(import.meta.dirname, 'released-calls')
const root = join(import.meta.dirname, '../../..')
const extensions = join(root, 'e2e/released-extensions')
const supported = extensionReleases.slice(0, 2)
const fileOf = (version: string) => join(folder, `${version}.json`)

type Request = Parameters<Send>[0]
type RecordedCall = Pick<Request, 'method' | 'path' | 'headers' | 'body'> & { status: number; answer: unknown }

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    change: (deps) => ({ ...deps, sendSettings: { ...deps.sendSettings, undoSeconds: 5 } }),
  })
})

/** Signs in a new carrier's extension of a version. Returns how it sends. */
async function openExtension(version: string): Promise<Send> {
  const user = await app.signUp()
  await user.trucks.saveTrucks({ body: { trucks: [buildTruck()] } })
  const { extensionToken } = await user.account.getMe()
  const { accessToken } = await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
  const send = sendTo(app.app, accessToken)
  return (request) => send({ ...request, headers: { ...request.headers, [extensionVersionHeader]: version } })
}

/** What a carrier does with the extension: each of its calls at least once. */
async function workAMorning(send: Send): Promise<void> {
  const client = createClientFor(apis, send)
  const { account, emails, extension, home, inquiries, loads, places, practice, snippets, templates, trucks } = client
  const key = () => ({ 'idempotency-key': randomUUID() })
  await account.getUserInfo()
  await account.getProfile()
  await snippets.listSnippets()
  await inquiries.getSendSettings()
  await account.getMe()
  await home.getHome({ query: {} })
  await places.searchPlaces({ query: { search: 'Joliet' } })
  const state = await extension.getPageState({ query: {} })
  if (state) await extension.getPageState({ query: { version: state.version } })
  const [template] = await templates.listTemplates()
  const templateId = template?.id ?? ''
  await templates.setDefaultTemplate({ params: { id: templateId } })
  await extension.listTemplateBodies({ query: { ids: templateId } })
  await extension.saveBoardHealth({ body: { boards: [{ board: 'dat-one', fields: ['rate'], missing: [], ...seen }] } })
  await extension.reportRow({ body: { board: 'dat-one', version: '1', structure: '<div>xx</div>', fields: ['rate'] } })
  await places.geocode({ query: { city: 'Joliet', state: 'IL' } })
  await places.getDistance({
    query: { originCity: 'Joliet', originState: 'IL', destCity: 'Dallas', destState: 'TX', boardMiles: '926' },
  })

  const sent = await inquiries.sendEmail({ headers: key(), body: { templateId, load: buildLoad() } })
  await emails.getEmail({ params: { id: sent.id } })
  await inquiries.undoEmail({ params: { id: sent.id } })
  await emails.countEmails()
  await practice.sendPracticeEmail({ headers: key(), body: { templateId, row: 'practice-1' } })
  const saved = await loads.saveLoad({ body: { load: buildLoad() } })
  await loads.addLoadNote({ params: { id: saved.id }, body: { text: 'Call before 4 pm' } })
  await loads.recordCall({ headers: key(), body: { about: { loadId: saved.id }, askCents: 250_000 } })
  const before = await extension.setOutcome({
    headers: key(),
    body: { about: { loadId: saved.id }, outcome: 'booked', cents: 245_000 },
  })
  await loads.undoLoadChange({ body: { before: [before] } })
  await loads.getLoad({ params: { id: saved.id } })
  await loads.getLoadMemory({ params: { id: saved.id } })
  await loads.listLoads({ query: { limit: '5' } })
  await extension.getMemory({ query: {} })
  await trucks.getCosts()
  const [truck] = await trucks.listTrucks()
  await trucks.chooseTruck({ body: { truckId: truck?.id ?? null } })
}
const seen = { blindSince: null, seenAt: '2026-11-20T12:00:00.000Z' }

if (process.env['NEW_RELEASE'])
  test('records the calls of this version', async () => {
    const [version = ''] = extensionReleases
    const send = await openExtension(version)
    const calls: RecordedCall[] = []
    await workAMorning(async ({ method, path, headers, body }) => {
      const { status, body: answer } = await send({ method, path, headers, body })
      calls.push({ method, path, headers, body, status, answer })
      return { status, body: answer }
    })
    expect(
      everyEndpoint.filter((one) => one.endpoint.extension && !calls.some((call) => isOf(one.endpoint, call))),
    ).toEqual([])
    writeFileSync(fileOf(version), `[\n${calls.map((call) => JSON.stringify(call)).join(',\n')}\n]\n`)
    for (const old of readdirSync(extensions).filter((one) => !supported.includes(one)))
      rmSync(join(extensions, old), { recursive: true })
    mkdirSync(join(extensions, version), { recursive: true })
    copyFileSync(join(root, 'extension/dist/open-chrome.zip'), join(extensions, version, 'open-chrome.zip'))
  })

const isOf = ({ method, path }: Endpoint, call: RecordedCall) =>
  call.method === method && new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}(\\?|$)`).test(call.path)

test('[D11.8] each released version of the extension has its calls here, and the last two are kept', () => {
  expect(readdirSync(folder).sort()).toEqual(extensionReleases.map((version) => `${version}.json`).sort())
  expect(readdirSync(extensions).sort()).toEqual(supported.toSorted())
})

test.each(extensionReleases)('[D11.8] what version %s calls is still answered as it expects', async (version) => {
  const send = await openExtension(version)
  const today = new Map<string, string>() // what stands today for an id or a version that was answered then

  for (const { method, path, headers, body, status, answer } of readCalls(version)) {
    const put = (text: string) => [...today].reduce((all, [then, now]) => all.replaceAll(then, now), text)
    const sent = { method, path: put(path), headers, body: body && JSON.parse(put(JSON.stringify(body))) }
    const answered = await send(sent)

    expect(answered.status, `${method} ${path}`).toBe(status)
    expect(compare(answer, answered.body, today), `${method} ${path}`).toEqual([])
  }
})

test.each(extensionReleases)('[D11.8] this extension reads what a server of version %s answered', (version) => {
  const unread = readCalls(version).flatMap((call) => {
    const isRead = everyEndpoint.some(
      ({ endpoint }) =>
        isOf(endpoint, call) &&
        ((endpoint.mayBeUnchanged && call.status === 304) || z.safeParse(endpoint.response, call.answer).success),
    )
    return isRead ? [] : [`${call.method} ${call.path}`]
  })

  expect(unread).toEqual([])
})

const readCalls = (version: string): RecordedCall[] => JSON.parse(readFileSync(fileOf(version), 'utf8'))

/** Returns where an answer lacks what an earlier one had, or has another kind of value, and notes which texts differ. */
function compare(then: unknown, now: unknown, today: Map<string, string>, at = ''): string[] {
  if (then === null || then === undefined) return []
  if (Array.isArray(then) && Array.isArray(now))
    return then.length > 0 && now.length === 0
      ? [`${at}: empty`]
      : then.slice(0, 1).flatMap((one) => compare(one, now[0], today, `${at}/0`))
  if (typeof then !== typeof now || now === null || Array.isArray(then) !== Array.isArray(now))
    return [`${at}: ${typeof now}`]
  if (typeof then === 'string' && then.length >= 16) today.set(then, String(now))
  if (typeof then !== 'object') return []
  return Object.entries(then).flatMap(([key, value]) => compare(value, Object(now)[key], today, `${at}/${key}`))
}
