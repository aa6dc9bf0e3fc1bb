import { expect, test } from 'vitest'
import { type Costs, noCosts } from '../trucks/trucks.ts'
import { figuresInDollars, type LoadFigures, type LoadInputs, loadFigures } from './load-figures.ts'

const perMile: Costs = { ...noCosts, perMileCents: 192, feesPercent: 3 }
const detailed: Costs = {
  ...noCosts,
  basis: 'detailed',
  milesPerGallon: 6.5,
  driverPerMileCents: 62,
  otherPerMileCents: 54,
  feesPercent: 0,
}
/** A load with all that its figures need. */
const load: LoadInputs = {
  rateCents: 231_500,
  tripMiles: 926,
  deadheadMiles: 45,
  dieselPrice: '4.980',
  costs: perMile,
}

/** Worked out by hand; the comment has the arithmetic. */
const cases: [string, Partial<LoadInputs>, Partial<LoadFigures>][] = [
  // 2,315 / 926 = 2.50; 2,315 / 971 = 2.384; 971 × 1.92 = 1,864.32; 3 % of 2,315 = 69.45; rest 381.23
  [
    'one figure per mile',
    {},
    {
      totalMiles: 971,
      rpmCents: 250,
      allInRpmCents: 238,
      runningCents: 186_432,
      runningPerMileCents: 192,
      feesCents: 6_945,
      leftCents: 38_123,
      missing: [],
    },
  ],
  // 1,864.32 / 0.97 = 1,921.98
  ['the lowest rate without a loss', {}, { walkAwayCents: 192_198 }],
  // 2,500 − 1,864.32 − 75
  ['an ask in place of the rate', { rateCents: 250_000 }, { feesCents: 7_500, leftCents: 56_068 }],
  // 971 / 6.5 = 149.38 gal × 4.98 = 743.94; 971 × 1.16 = 1,126.36; together 1,870.30
  [
    'fuel, driver and the rest apart',
    { costs: detailed },
    { fuel: { gallons: 971 / 6.5, cents: 74_394 }, runningCents: 187_030, feesCents: 0, leftCents: 44_470 },
  ],
  // without fees, the lowest rate is the cost
  ['no fees', { costs: detailed }, { walkAwayCents: 187_030 }],
  ['no deadhead', { deadheadMiles: 0 }, { totalMiles: 926, allInRpmCents: 250, leftCents: 46_763 }],
  // 800 − 1,864.32 − 24
  ['a loss', { rateCents: 80_000 }, { leftCents: -108_832 }],
  ['half of the rate as fees', { costs: { ...perMile, feesPercent: 50 } }, { walkAwayCents: 372_864 }],
  ['a trip that costs nothing', { costs: { ...perMile, perMileCents: 0, feesPercent: 0 } }, { leftCents: 231_500 }],
  ['one mile', { tripMiles: 1, deadheadMiles: 0 }, { rpmCents: 231_500, runningCents: 192 }],
]

test.each(cases)('%s gives the figures computed by hand', (_what, inputs, figures) => {
  expect(loadFigures({ ...load, ...inputs })).toMatchObject(figures)
})

const lacking: [string, Partial<LoadInputs>, LoadFigures['missing'], (keyof LoadFigures)[]][] = [
  ['no rate', { rateCents: undefined }, ['rate'], ['rpmCents', 'allInRpmCents', 'feesCents', 'leftCents']],
  ['no trip miles', { tripMiles: undefined }, ['trip'], ['rpmCents', 'totalMiles', 'runningCents', 'leftCents']],
  ["a board's trip of 0 miles", { tripMiles: 0 }, ['trip'], ['rpmCents', 'totalMiles', 'runningCents', 'leftCents']],
  ['no deadhead', { deadheadMiles: undefined }, ['deadhead'], ['totalMiles', 'allInRpmCents', 'walkAwayCents']],
  ['no costs', { costs: noCosts }, ['costs'], ['runningCents', 'feesCents', 'leftCents', 'walkAwayCents']],
  ['no fees', { costs: { ...perMile, feesPercent: null } }, ['costs'], ['feesCents', 'leftCents', 'walkAwayCents']],
  [
    'no driver pay',
    { costs: { ...detailed, driverPerMileCents: null } },
    ['costs'],
    ['runningCents', 'leftCents', 'walkAwayCents'],
  ],
  ['no diesel price', { costs: detailed, dieselPrice: '' }, ['diesel'], ['fuel', 'runningCents', 'leftCents']],
  ['a diesel price of 0', { costs: detailed, dieselPrice: '0' }, ['diesel'], ['fuel', 'runningCents', 'leftCents']],
]

test.each(lacking)('%s leaves figures unknown instead of zero', (_what, inputs, missing, unknown) => {
  const figures = loadFigures({ ...load, ...inputs })

  expect(figures.missing).toEqual(missing)
  for (const name of unknown) expect(figures[name], name).toBeUndefined()
})

test('the rest is exact in cents, and the lowest rate is the first that leaves no loss', () => {
  for (let miles = 1; miles < 3_000; miles += 7)
    for (const feesPercent of [0, 1.5, 2.75, 3, 8, 49.9]) {
      const at = (rateCents: number) =>
        loadFigures({ ...load, rateCents, tripMiles: miles, costs: { ...perMile, perMileCents: 187, feesPercent } })
      const { walkAwayCents = 0 } = at(100)

      expect(at(walkAwayCents).leftCents).toBeGreaterThanOrEqual(0)
      expect(at(walkAwayCents - 1).leftCents).toBeLessThan(0)
      expect(Number.isInteger(at(123_457).leftCents)).toBe(true)
    }
})

test('amounts in whole dollars add up, each within two dollars of its cents', () => {
  for (let rateCents = 150_000; rateCents < 260_000; rateCents += 137) {
    const figures = loadFigures({ ...load, rateCents })
    const shown = figuresInDollars(rateCents, figures)

    expect(shown?.leftCents).toBe(Math.round((figures.leftCents ?? 0) / 100) * 100)
    expect((shown?.rateCents ?? 0) - (shown?.runningCents ?? 0) - (shown?.feesCents ?? 0)).toBeCloseTo(
      shown?.leftCents ?? Number.NaN,
    )
    for (const name of ['runningCents', 'feesCents', 'leftCents'] as const)
      expect(Math.abs((shown?.[name] ?? 0) - (figures[name] ?? 0)), name).toBeLessThan(200)
  }
  // 1,840 − 2,337.43 − 55.20 is −552.63
  const figures = loadFigures({ ...load, rateCents: 184_000 })
  expect(
    figuresInDollars(184_000, { ...figures, runningCents: 233_743, feesCents: 5_520, leftCents: -55_263 }),
  ).toEqual({ rateCents: 184_000, runningCents: 233_800, feesCents: 5_500, leftCents: -55_300 })
})

test('without a rest there are no amounts that add up', () => {
  expect(figuresInDollars(undefined, loadFigures({ ...load, rateCents: undefined }))).toBeUndefined()
})
