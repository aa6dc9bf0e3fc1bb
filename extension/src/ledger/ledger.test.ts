import { expect, test } from 'vitest'
import { openArea } from '../testing/open-browser.ts'
import type { SentContent } from './describe-request.ts'
import { createLedger } from './ledger.ts'

const email = (boardLoadId: string): SentContent => ({
  what: 'Email',
  why: 'You pressed Email',
  to: 'https://app.loadping.example',
  method: 'POST',
  path: '/emails',
  board: 'dat-one',
  load: 'Joliet, IL → Dallas, TX',
  fields: { boardLoadId },
})
const check: SentContent = {
  what: 'Check',
  why: 'To show emails and limits',
  to: 'https://app.loadping.example',
  method: 'GET',
  path: '/extension/state',
  fields: { version: '1' },
}
const emailId = '018f3c2e-0000-7000-8000-000000000101'
const undo: SentContent = {
  what: 'Undo',
  why: 'You pressed Undo',
  to: 'https://app.loadping.example',
  method: 'POST',
  path: `/emails/${emailId}/undo`,
  fields: { emailId },
}

function openBrowser() {
  const area = openArea()
  const user: { id: string | undefined } = { id: 'maria' }
  let time = Date.parse('2026-11-20T20:00:00Z')
  return {
    area,
    user,
    pass: (ms: number) => {
      time += ms
    },
    startWorker: () => createLedger({ area, userId: async () => user.id, now: () => new Date(time) }),
  }
}

test('[D12.5] a worker that starts again goes on with the rows of the last one', async () => {
  const { startWorker } = openBrowser()
  const first = startWorker()
  for (let row = 0; row < 45; row++) await first.add(email(`DL${row}`))
  const second = startWorker()
  await second.answer(await second.add(email('DL45')), 201)

  const rows = await startWorker().list()
  expect(rows.map(({ fields }) => fields['boardLoadId'])).toEqual(
    Array.from({ length: 46 }, (_, index) => `DL${45 - index}`),
  )
  expect([rows[0]?.status, rows[1]?.status]).toEqual([201, undefined])
})

test('[D12.5] the newest 5,000 rows are kept, and the oldest forgotten', async () => {
  const { startWorker } = openBrowser()
  const ledger = startWorker()
  for (let row = 0; row < 5_130; row++) await ledger.add(email(`DL${row}`))

  const rows = await startWorker().list()
  expect(rows.length).toBeGreaterThan(5_000 - 20)
  expect(rows.length).toBeLessThanOrEqual(5_000)
  expect(rows[0]?.fields['boardLoadId']).toBe('DL5129')
})

test('[D12.5] checks of an hour are one row with their count, and each click is a row', async () => {
  const { startWorker, pass } = openBrowser()
  for (let second = 0; second < 30; second++) {
    await startWorker().add(check)
    pass(4_000)
  }
  await startWorker().add(email('DL1'))
  await startWorker().add(email('DL1'))
  pass(3_600_000)
  await startWorker().add(check)

  const rows = await startWorker().list()
  expect(rows.map(({ what, count }) => [what, count])).toEqual([
    ['Check', 1],
    ['Email', 1],
    ['Email', 1],
    ['Check', 30],
  ])
  expect((rows[3]?.lastAt ?? 0) - (rows[3]?.at ?? 0)).toBe(29 * 4_000)
})

test('[D12.5] an undo names the load of its email, also in a worker that starts later', async () => {
  const { startWorker } = openBrowser()
  const first = startWorker()
  await first.answer(await first.add(email('DL1')), 201, emailId)
  await startWorker().add(undo)

  expect((await startWorker().list())[0]).toMatchObject({ board: 'dat-one', load: 'Joliet, IL → Dallas, TX' })
})

test('[D12.5] what the browser cannot write down is not sent', async () => {
  const { startWorker, area } = openBrowser()
  area.setFull(true)

  await expect(startWorker().add(email('DL1'))).rejects.toThrow('quota')
  area.setFull(false)
  expect(await startWorker().list()).toEqual([])
})

test('[D12.5] where the browser has no room, the older half of the rows gives way', async () => {
  const { startWorker, area } = openBrowser()
  const sizes = new Map<string, number>()
  const { set } = area
  area.set = async (items) => {
    const next = new Map([
      ...sizes,
      ...Object.entries(items).map(([key, value]) => [key, JSON.stringify(value).length] as const),
    ])
    if ([...next.values()].reduce((sum, size) => sum + size, 0) > 50_000) throw new Error('Resource::kQuotaBytes')
    for (const [key, size] of next) sizes.set(key, size)
    await set(items)
  }
  const ledger = startWorker()
  for (let row = 0; row < 600; row++)
    await ledger.answer(await ledger.add(email(`DL${row}`)), 202, 'x'.repeat(row % 90))

  const rows = await startWorker().list()
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.map(({ fields }) => fields['boardLoadId'])).toEqual(rows.map((_, index) => `DL${599 - index}`))
})

test('another user of the browser sees only their own rows', async () => {
  const { startWorker, user } = openBrowser()
  await startWorker().add(email('DL1'))
  user.id = undefined
  await startWorker().add({ ...check, what: 'Sign-in' })
  user.id = 'owen'
  await startWorker().add(email('DL2'))

  expect((await startWorker().list()).map(({ what }) => what)).toEqual(['Email', 'Sign-in'])
})

test('a cleared ledger is empty, and goes on', async () => {
  const { startWorker, area } = openBrowser()
  const ledger = startWorker()
  for (let row = 0; row < 45; row++) await ledger.add(email(`DL${row}`))
  await ledger.clear()
  expect(await ledger.list()).toEqual([])
  for (let part = 0; part < 3; part++) expect(await area.get(`ledger-${part}`)).toEqual({ [`ledger-${part}`]: null })

  await startWorker().add(email('DL99'))
  expect(await startWorker().list()).toHaveLength(1)
})
