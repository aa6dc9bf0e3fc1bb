import { type FuelLevel, type FuelPrices, type FuelProduct, fuelProducts } from '@loadping/contract/fuel/fuel'
import { foldName } from '@loadping/contract/places/place-name'
import { findStateCode, stateNames } from '@loadping/contract/places/states'
import type { Deps } from '../context.ts'
import { isNear } from '../period.ts'
import { addFigures, findLastFetch, listFigures } from './fuel.store.ts'
import { type FuelFigure, getSnapshot } from './fuel-figures.ts'

const dayMs = 86_400_000
const refreshDays = 7

type Area = { key: string; level: FuelLevel; name: string }

const regionNames: Record<string, string> = {
  PADD1: 'East Coast (PADD 1)',
  PADD1A: 'New England (PADD 1A)',
  PADD1B: 'Central Atlantic (PADD 1B)',
  PADD1C: 'Lower Atlantic (PADD 1C)',
  PADD2: 'Midwest (PADD 2)',
  PADD3: 'Gulf Coast (PADD 3)',
  PADD4: 'Rocky Mountain (PADD 4)',
  PADD5: 'West Coast (PADD 5)',
  PADD5exCA: 'West Coast without California (PADD 5)',
}

/** Returns the prices of the smallest areas around a place that have one: city, state, region, nation. */
export function getFuelPrices(
  { fuelFigures }: Pick<Deps, 'fuelFigures'>,
  { city, state }: { city: string; state: string },
): FuelPrices {
  const areas = listAreas(city, state)
  const found = (product: FuelProduct) => findFigure(fuelFigures.refreshed, areas, product)
  const gasoline = found('gasoline')
  if (!gasoline) return noPrices
  const figures = fuelProducts.flatMap((product) => {
    const figure = found(product)
    return figure ? [figure] : []
  })
  const priceOf = (product: FuelProduct) => figures.find((figure) => figure.product === product)?.price.toFixed(3) ?? ''
  return {
    unit: 'gallon',
    currency: 'USD',
    country: 'US',
    name: gasoline.name,
    lowerName: gasoline.name.toLowerCase(),
    gasoline: priceOf('gasoline'),
    midGrade: priceOf('midGrade'),
    premium: priceOf('premium'),
    diesel: priceOf('diesel'),
    level: gasoline.level,
    asOf: gasoline.asOf,
    sources: Object.fromEntries(figures.map(({ product, level, name, asOf }) => [product, { level, name, asOf }])),
  }
}

/** The prices of diesel by state, as long as the figures are the same. */
const dieselPrices = new WeakMap<FuelFigure[], Record<string, string>>()

/** Returns what a gallon of diesel costs in each state, as its fuel record says. */
export function listDieselPrices({ fuelFigures: { refreshed } }: Pick<Deps, 'fuelFigures'>): Record<string, string> {
  const known = dieselPrices.get(refreshed)
  if (known) return known
  const prices = Object.values(getSnapshot().districts)
    .flat()
    .map((state) => [state, findFigure(refreshed, listAreas('', state), 'diesel')?.price.toFixed(3) ?? ''])
  const listed = Object.fromEntries(prices)
  dieselPrices.set(refreshed, listed)
  return listed
}

const noPrices: FuelPrices = {
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

/** Lists the areas around a place, the smallest first; none for a place outside of the US. */
function listAreas(city: string, state: string): Area[] {
  const { districts, parents, figures } = getSnapshot()
  const code = findStateCode(state) ?? ''
  const district = Object.keys(districts).find((key) => districts[key]?.includes(code))
  if (!district) return []
  const cityKey = figures
    .map(({ area }) => area)
    .find((area) => area.endsWith(`, ${code}`) && foldName(area.slice(0, -4)) === foldName(city))
  const regions: Area[] = []
  for (let key = district; key !== 'US'; key = parents[key] ?? 'US')
    regions.push({ key, level: 'region', name: regionNames[key] ?? key })
  return [
    ...(cityKey ? [{ key: cityKey, level: 'city' as const, name: cityKey.slice(0, -4) }] : []),
    { key: code, level: 'state', name: stateNames[code] ?? code },
    ...regions,
    { key: 'US', level: 'nation', name: 'United States' },
  ]
}

function findFigure(refreshed: FuelFigure[], areas: Area[], product: FuelProduct) {
  const known = [...refreshed, ...getSnapshot().figures]
  for (const { key, level, name } of areas) {
    const newest = known
      .filter((figure) => figure.area === key && figure.product === product)
      .reduce<FuelFigure | undefined>((one, other) => (one && one.asOf >= other.asOf ? one : other), undefined)
    if (newest) return { ...newest, level, name }
  }
  return undefined
}

/** Reads the stored figures and, once they are a week old, fetches newer ones. Failures keep what is known. */
export async function refreshFuelPrices(
  ctx: Pick<Deps, 'db' | 'now' | 'log' | 'fuelFigures' | 'fuelSource'>,
): Promise<void> {
  if (!ctx.fuelSource) return
  const now = ctx.now()
  const last = await findLastFetch(ctx.db)
  if (!last || !isNear(last, now, refreshDays * dayMs)) {
    const figures = await ctx.fuelSource.fetchFigures(now.toISOString().slice(0, 10))
    if (figures) await addFigures(ctx.db, figures, now)
    else ctx.log.warn('fuel prices could not be refreshed; trying again in an hour')
  }
  ctx.fuelFigures.refreshed = await listFigures(ctx.db)
}
