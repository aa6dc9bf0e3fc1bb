import type { Costs } from '../trucks/trucks.ts'

/** What a load's figures are computed from; unknown values are undefined. */
export type LoadInputs = {
  /** For the whole trip. */
  rateCents: number | undefined
  tripMiles: number | undefined
  deadheadMiles: number | undefined
  /** Dollars per US gallon as text, as the fuel service answers; empty for unknown. */
  dieselPrice: string | undefined
  costs: Costs
}

/** What keeps a figure from being computed. */
export type MissingInput = 'rate' | 'trip' | 'deadhead' | 'diesel' | 'costs'

/** Figures of a load. One that lacks an input is undefined, never zero. */
export type LoadFigures = {
  totalMiles: number | undefined
  rpmCents: number | undefined
  allInRpmCents: number | undefined
  /** Set if the user entered miles per gallon. */
  fuel: { gallons: number; cents: number } | undefined
  /** Fuel, driver and the rest for the total miles, or the user's one figure per mile. */
  runningCents: number | undefined
  runningPerMileCents: number | undefined
  feesCents: number | undefined
  leftCents: number | undefined
  /** The lowest rate that makes no loss. */
  walkAwayCents: number | undefined
  /** What `leftCents` lacks. */
  missing: MissingInput[]
}

export function loadFigures(inputs: LoadInputs): LoadFigures {
  const { rateCents, tripMiles, deadheadMiles, costs } = inputs
  const trip = tripMiles || undefined // a board's 0 is no distance
  const totalMiles = trip !== undefined && deadheadMiles !== undefined ? trip + deadheadMiles : undefined
  const fuel = fuelFor(totalMiles, inputs)
  const runningCents = runningCost(totalMiles, fuel, costs)
  const share = costs.feesPercent === null ? undefined : costs.feesPercent / 100
  const feesCents = share === undefined || rateCents === undefined ? undefined : Math.round(rateCents * share)
  return {
    totalMiles,
    rpmCents: perMile(rateCents, trip),
    allInRpmCents: perMile(rateCents, totalMiles),
    fuel,
    runningCents,
    runningPerMileCents: perMile(runningCents, totalMiles),
    feesCents,
    leftCents:
      rateCents === undefined || runningCents === undefined || feesCents === undefined
        ? undefined
        : rateCents - runningCents - feesCents,
    walkAwayCents: runningCents === undefined || share === undefined ? undefined : lowestRate(runningCents, share),
    missing: missingInputs({ ...inputs, tripMiles: trip }),
  }
}

type Shown = { rateCents: number; runningCents: number; feesCents: number; leftCents: number }

/**
 * Returns the amounts in whole dollars for a list that adds up: the rest is rounded once, and the running cost takes
 * the difference. Undefined if the rest is unknown.
 */
export function figuresInDollars(
  rateCents: number | undefined,
  { feesCents, leftCents }: LoadFigures,
): Shown | undefined {
  if (rateCents === undefined || feesCents === undefined || leftCents === undefined) return undefined
  const rate = toDollars(rateCents)
  const fees = toDollars(feesCents)
  const left = toDollars(leftCents)
  return { rateCents: rate, runningCents: rate - fees - left, feesCents: fees, leftCents: left }
}

const toDollars = (cents: number): number => Math.round(cents / 100) * 100

/** Returns whole cents per mile, rounded half up. */
const perMile = (cents: number | undefined, miles: number | undefined): number | undefined =>
  cents === undefined || !miles ? undefined : Math.round(cents / miles)

function fuelFor(miles: number | undefined, { costs, dieselPrice }: LoadInputs): LoadFigures['fuel'] {
  const dollars = readPrice(dieselPrice)
  if (miles === undefined || costs.milesPerGallon === null || dollars === undefined) return undefined
  const gallons = miles / costs.milesPerGallon
  return { gallons, cents: Math.round(gallons * dollars * 100) }
}

function runningCost(miles: number | undefined, fuel: LoadFigures['fuel'], costs: Costs): number | undefined {
  if (miles === undefined) return undefined
  if (costs.basis === 'per-mile') return costs.perMileCents === null ? undefined : costs.perMileCents * miles
  const { driverPerMileCents, otherPerMileCents } = costs
  if (!fuel || driverPerMileCents === null || otherPerMileCents === null) return undefined
  return fuel.cents + (driverPerMileCents + otherPerMileCents) * miles
}

/** Returns the lowest rate that still covers the cost after fees. */
function lowestRate(cost: number, share: number): number {
  const rate = Math.floor(cost / (1 - share)) - 1
  return [rate, rate + 1, rate + 2].find((cents) => cents - Math.round(cents * share) >= cost) ?? rate + 3
}

function missingInputs({ rateCents, tripMiles, deadheadMiles, dieselPrice, costs }: LoadInputs): MissingInput[] {
  const { basis, perMileCents, milesPerGallon, driverPerMileCents, otherPerMileCents, feesPercent } = costs
  const needed = basis === 'per-mile' ? [perMileCents] : [milesPerGallon, driverPerMileCents, otherPerMileCents]
  const lacks: Record<MissingInput, boolean> = {
    rate: rateCents === undefined,
    trip: tripMiles === undefined,
    deadhead: deadheadMiles === undefined,
    diesel: basis === 'detailed' && readPrice(dieselPrice) === undefined,
    costs: [...needed, feesPercent].includes(null),
  }
  return missingOrder.filter((input) => lacks[input])
}

const missingOrder = ['rate', 'trip', 'deadhead', 'diesel', 'costs'] as const

/** Reads a price such as `3.789`; undefined for the empty text or zero of an unknown place. */
const readPrice = (text: string | undefined): number | undefined => Number(text) || undefined
