import { expect, test } from 'vitest'
import { startJsonServer } from '../testing/json-server.ts'
import { createEia } from './eia.ts'
import { createUpstream } from './upstream.ts'

const row = (duoarea: string, product: string, period: string, value: unknown) => ({
  period,
  duoarea,
  product,
  value,
  units: '$/GAL',
  process: 'PTE',
  'area-name': duoarea,
  'product-name': product,
  series: `EMM_${product}_PTE_${duoarea}_DPG`,
})
const answer = (...data: object[]) => ({
  response: { total: String(data.length), dateFormat: 'YYYY-MM-DD', frequency: 'weekly', data },
  apiVersion: '2.1.10',
})
const start = async (body: object) => {
  const server = await startJsonServer(() => body)
  return { server, eia: createEia('the-key', createUpstream({ timeoutMs: 2_000 }), server.url) }
}

test('[D10.1] the newest weekly figure of each area and product is read from the EIA', async () => {
  const { server, eia } = await start(
    answer(
      row('NUS', 'EPD2D', '2026-11-16', '3.812'),
      row('NUS', 'EPD2D', '2026-11-09', '3.790'),
      row('Y44HO', 'EPMR', '2026-11-09', 2.911),
      row('Y44HO', 'EPMR', '2026-11-16', 2.954),
      row('R5XCA', 'EPMM', '2026-11-16', '4.1'),
    ),
  )

  expect(await eia.fetchFigures('2026-11-22')).toEqual([
    { area: 'US', product: 'diesel', price: 3.812, asOf: '2026-11-16' },
    { area: 'Houston, TX', product: 'gasoline', price: 2.954, asOf: '2026-11-16' },
    { area: 'PADD5exCA', product: 'midGrade', price: 4.1, asOf: '2026-11-16' },
  ])
  const [request] = server.requests
  expect(request?.pathname).toBe('/v2/petroleum/pri/gnd/data/')
  expect(Object.fromEntries(request?.searchParams ?? [])).toMatchObject({
    api_key: 'the-key',
    frequency: 'weekly',
    'data[0]': 'value',
    start: '2026-09-27',
    length: '5000',
  })
  expect(request?.searchParams.getAll('facets[product][]')).toEqual(['EPMR', 'EPMM', 'EPMP', 'EPD2D'])
})

test('figures without a value, of unknown areas, of the future or absurd are left out', async () => {
  const { eia } = await start(
    answer(
      row('NUS', 'EPD2D', '2026-11-16', null),
      row('NUS', 'EPD2D', '2026-11-09', ''),
      row('NUS', 'EPD2D', '2026-11-30', '3.8'),
      row('NUS', 'EPD2D', '2026-11-02', '380'),
      row('NUS', 'EPD2D', '2026-10-26', '-1'),
      row('XYZ', 'EPD2D', '2026-11-16', '3.8'),
      row('NUS', 'EPD2X', '2026-11-16', '3.8'),
    ),
  )

  expect(await eia.fetchFigures('2026-11-22')).toBeUndefined()
})

test('an error of the EIA, or another shape, gives no figures', async () => {
  for (const body of [{ error: { code: 'API_KEY_INVALID' } }, { response: { data: [{ period: 'today' }] } }, []]) {
    const { eia } = await start(body)
    expect(await eia.fetchFigures('2026-11-22')).toBeUndefined()
  }
})
