import { type FuelProduct, fuelProducts } from '@loadping/contract/fuel/fuel'
import * as z from 'zod/mini'
import type { Upstream } from './upstream.ts'

/** One published price in dollars per US gallon; `asOf` is the day it was collected. */
export type FuelFigure = { area: string; product: FuelProduct; price: number; asOf: string }

export type FuelSource = {
  /** Returns the newest figure of each area and product, or undefined when the service fails. */
  fetchFigures: (today: string) => Promise<FuelFigure[] | undefined>
}

const eiaUrl = 'https://api.eia.gov'

/** The codes of the Energy Information Administration for the areas that we keep. */
const areas: Record<string, string> = {
  NUS: 'US',
  R10: 'PADD1',
  R1X: 'PADD1A',
  R1Y: 'PADD1B',
  R1Z: 'PADD1C',
  R20: 'PADD2',
  R30: 'PADD3',
  R40: 'PADD4',
  R50: 'PADD5',
  R5XCA: 'PADD5exCA',
  SCA: 'CA',
  SCO: 'CO',
  SFL: 'FL',
  SMA: 'MA',
  SMN: 'MN',
  SNY: 'NY',
  SOH: 'OH',
  STX: 'TX',
  SWA: 'WA',
  YBOS: 'Boston, MA',
  YORD: 'Chicago, IL',
  YCLE: 'Cleveland, OH',
  YDEN: 'Denver, CO',
  Y44HO: 'Houston, TX',
  Y05LA: 'Los Angeles, CA',
  YMIA: 'Miami, FL',
  Y35NY: 'New York, NY',
  Y05SF: 'San Francisco, CA',
  Y48SE: 'Seattle, WA',
}
const productCodes: Record<FuelProduct, string> = {
  gasoline: 'EPMR',
  midGrade: 'EPMM',
  premium: 'EPMP',
  diesel: 'EPD2D',
}
const products = new Map(fuelProducts.map((product) => [productCodes[product], product]))

const Answer = z.object({
  response: z.object({
    data: z.array(
      z.object({
        period: z.iso.date(),
        duoarea: z.string(),
        product: z.string(),
        value: z.nullish(z.union([z.number(), z.string()])),
      }),
    ),
  }),
})

const dayMs = 86_400_000
/** Long enough for the weeks in which some areas have no figure. */
const weeks = 8

/** Creates the client of the administration's API, version 2. */
export const createEia = (key: string, upstream: Upstream, base = eiaUrl): FuelSource => ({
  async fetchFigures(today) {
    const url = new URL('/v2/petroleum/pri/gnd/data/', base)
    const start = new Date(Date.parse(today) - weeks * 7 * dayMs).toISOString().slice(0, 10)
    url.search = new URLSearchParams([
      ['api_key', key],
      ['frequency', 'weekly'],
      ['data[0]', 'value'],
      ...Object.values(productCodes).map((code): [string, string] => ['facets[product][]', code]),
      ...Object.keys(areas).map((code): [string, string] => ['facets[duoarea][]', code]),
      ['start', start],
      ['sort[0][column]', 'period'],
      ['sort[0][direction]', 'desc'],
      ['length', '5000'],
    ]).toString()
    const answer = await upstream.get(url, Answer)
    const newest = new Map<string, FuelFigure>()
    for (const { period, duoarea, product: code, value } of answer?.response.data ?? []) {
      const area = areas[duoarea]
      const product = products.get(code)
      const price = Number(value ?? Number.NaN)
      if (!area || !product || !isPlausible(price) || period > today) continue
      const known = newest.get(`${area} ${product}`)
      if (!known || known.asOf < period) newest.set(`${area} ${product}`, { area, product, price, asOf: period })
    }
    return newest.size > 0 ? [...newest.values()] : undefined
  },
})

const isPlausible = (price: number): boolean => price > 0.5 && price < 30
