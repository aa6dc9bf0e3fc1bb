import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createEia } from '../integrations/eia.ts'
import { createUpstream } from '../integrations/upstream.ts'
import { type JsonServer, startJsonServer } from '../testing/json-server.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { refreshFuelPrices } from './fuel.service.ts'

let eia: JsonServer
let app: TestApp
beforeAll(async () => {
  eia = await startJsonServer(() => ({}))
  app = await testApp({
    change: (deps) => ({
      ...deps,
      fuelSource: createEia('the-key', createUpstream({ timeoutMs: 1_500 }), eia.url),
    }),
  })
})
beforeEach(() => {
  app.clock.now = new Date('2026-11-22T15:00:00Z')
  app.deps.fuelFigures.refreshed = []
})

const pricesOf = (city: string, state: string) => app.as().fuel.getFuelPrices({ query: { city, state } })
const nothing = {
  unit: '',
  currency: '',
  country: '',
  name: '',
  lowerName: '',
  gasoline: '0',
  midGrade: '',
  premium: '',
  diesel: '',
  level: '',
  asOf: '',
  sources: {},
}

test('[7.29] [3.16] [1.5] the fuel record of a city is read without signing in', async () => {
  const { status, text } = await rawRequest(app.app, { method: 'GET', url: '/fuel2?city=Houston&state=TX' })

  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual({
    unit: 'gallon',
    currency: 'USD',
    country: 'US',
    name: 'Houston',
    lowerName: 'houston',
    gasoline: '3.625',
    midGrade: '3.775',
    premium: '4.128',
    diesel: '3.199',
    level: 'city',
    asOf: '2026-04-20',
    sources: {
      gasoline: { level: 'city', name: 'Houston', asOf: '2026-04-20' },
      midGrade: { level: 'nation', name: 'United States', asOf: '2025-06-23' },
      premium: { level: 'nation', name: 'United States', asOf: '2025-06-23' },
      diesel: { level: 'region', name: 'Gulf Coast (PADD 3)', asOf: '2024-10-21' },
    },
  })
})

test.each([
  ['NEW YORK', 'ny', 'city', 'New York', '3.927'],
  ['Austin', 'TX', 'state', 'Texas', '3.587'],
  ['', 'Texas', 'state', 'Texas', '3.587'],
  ['Houston', 'MN', 'state', 'Minnesota', '3.662'],
  ['Nashville', 'TN', 'region', 'Midwest (PADD 2)', '3.789'],
  ['Phoenix', 'AZ', 'region', 'West Coast without California (PADD 5)', '4.929'],
  ['Atlanta', 'GA', 'region', 'Lower Atlantic (PADD 1C)', '3.794'],
])('[D10.1] the gasoline price of "%s", %s is that of the %s: %s', async (city, state, level, name, gasoline) => {
  expect(await pricesOf(city, state)).toMatchObject({ level, name, gasoline })
})

test.each([
  ['newer', '2026-11-16', '3.111'],
  ['older', '2020-01-06', '3.587'],
])('[D10.1] of an area with two prices the newest counts: one that is %s', async (_age, asOf, price) => {
  app.deps.fuelFigures.refreshed = [{ area: 'TX', product: 'gasoline', price: 3.111, asOf }]

  expect((await pricesOf('Austin', 'TX')).gasoline).toBe(price)
})

test('[7.29] [I10] an unknown place has empty prices, and gasoline "0"', async () => {
  for (const [city, state] of [
    ['Toronto', 'ON'],
    ['Monterrey', 'NX'],
    ['Houston', ''],
    ['', ''],
    ['x', 'constructor'],
  ] as const)
    expect(await pricesOf(city, state)).toEqual(nothing)
})

test('[I10] a city or state of control characters, or too long, is refused', async () => {
  const urls = ['', '?city=a', '?city=a%00&state=TX', `?city=${'x'.repeat(81)}&state=TX`, '?city=a&state=b&x=1']
  for (const query of [...urls, '?city=a&city=b&state=TX'])
    expect((await rawRequest(app.app, { method: 'GET', url: `/fuel2${query}` })).status, query).toBe(400)
})

const answerWith = (value: string, period: string) => () => ({
  response: { data: [{ period, duoarea: 'STX', product: 'EPD2D', value }] },
})
const dieselInTexas = async () => {
  const { diesel, sources } = await pricesOf('Austin', 'TX')
  return `${diesel} ${sources.diesel?.asOf}`
}
const weekMs = 7 * 86_400_000

test('[D10.1] prices are fetched once a week, stored, and kept while the EIA fails', async () => {
  eia.answer = answerWith('3.111', '2026-11-16')
  eia.requests.length = 0
  await refreshFuelPrices(app.deps)
  expect(await dieselInTexas()).toBe('3.111 2026-11-16')
  await refreshFuelPrices(app.deps)
  expect(eia.requests).toHaveLength(1)

  app.deps.fuelFigures.refreshed = [] // as after a restart
  expect(await dieselInTexas()).toBe('3.199 2024-10-21')
  await refreshFuelPrices(app.deps)
  expect(await dieselInTexas()).toBe('3.111 2026-11-16')

  app.clock.advance(weekMs)
  eia.answer = (_url, response) => void response.writeHead(500).end()
  await refreshFuelPrices(app.deps)
  expect(await dieselInTexas()).toBe('3.111 2026-11-16')

  eia.answer = answerWith('3.222', '2026-11-23')
  await refreshFuelPrices(app.deps)
  expect(await dieselInTexas()).toBe('3.222 2026-11-23')
  expect(eia.requests).toHaveLength(3)
})

test('[I10] [O06] while the EIA is silent, prices are still answered at once', async () => {
  eia.answer = () => undefined
  app.clock.advance(10 * weekMs)
  const refresh = refreshFuelPrices(app.deps)

  const started = performance.now()
  expect((await pricesOf('Houston', 'TX')).gasoline).toBe('3.625')
  expect(performance.now() - started).toBeLessThan(1_000)
  await refresh
})
