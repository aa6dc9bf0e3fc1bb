/** A formula with the posted rate and trip miles, and the formatted ask, or null if there is none. */
export type RateCase = {
  formula: string
  posted: { cents: number; basis: 'flat' | 'per-mile' } | undefined
  tripMiles: number | undefined
  ask: string | null
}

const flat = (dollars: number) => ({ cents: dollars * 100, basis: 'flat' as const })
const perMile = (cents: number) => ({ cents, basis: 'per-mile' as const })

export const rateCases: RateCase[] = [
  // Posted $2,000 for 800 miles: examples used by dispatchers.
  { formula: 'trip+15%', posted: flat(2000), tripMiles: 800, ask: '$2,300' },
  { formula: 'trip+250', posted: flat(2000), tripMiles: 800, ask: '$2,250' },
  { formula: 'trip*2.65', posted: flat(2000), tripMiles: 800, ask: '$2,120' },
  { formula: '2400', posted: flat(2000), tripMiles: 800, ask: '$2,400' },
  // Negative percentages and amounts.
  { formula: 'trip-5%', posted: flat(2000), tripMiles: 800, ask: '$1,900' },
  { formula: 'trip-50', posted: flat(2000), tripMiles: 800, ask: '$1,950' },
  { formula: 'trip+0%', posted: flat(2315), tripMiles: 926, ask: '$2,315' },
  { formula: 'trip+12.5%', posted: flat(1000), tripMiles: undefined, ask: '$1,125' },
  // Rounded half up to whole dollars, once, at the end.
  { formula: 'trip+8%', posted: flat(2315), tripMiles: 926, ask: '$2,500' },
  { formula: 'trip+10%', posted: flat(1005), tripMiles: 400, ask: '$1,106' },
  { formula: 'trip*2.75', posted: undefined, tripMiles: 926, ask: '$2,547' },
  { formula: 'trip*1.005', posted: undefined, tripMiles: 100, ask: '$101' },
  { formula: 'trip*2.675', posted: undefined, tripMiles: 100, ask: '$268' },
  // Rounded half up to a step, from the unrounded amount.
  { formula: 'trip+8% to 5', posted: flat(2315), tripMiles: 926, ask: '$2,500' },
  { formula: 'trip+10% to 25', posted: flat(2315), tripMiles: 926, ask: '$2,550' },
  { formula: 'trip*2.75 to 50', posted: undefined, tripMiles: 926, ask: '$2,550' },
  { formula: 'trip+112.50 to 25', posted: flat(2000), tripMiles: 800, ask: '$2,125' },
  { formula: '2412 to 10', posted: undefined, tripMiles: undefined, ask: '$2,410' },
  { formula: '2415 to 10', posted: undefined, tripMiles: undefined, ask: '$2,420' },
  // A posted per-mile rate is first multiplied by the trip miles.
  { formula: 'trip+10%', posted: perMile(250), tripMiles: 926, ask: '$2,547' },
  { formula: 'trip+200', posted: perMile(250), tripMiles: 800, ask: '$2,200' },
  { formula: 'trip+10%', posted: perMile(250), tripMiles: undefined, ask: null },
  // A custom price needs no posted values.
  { formula: '2400', posted: undefined, tripMiles: undefined, ask: '$2,400' },
  { formula: '12,500', posted: undefined, tripMiles: undefined, ask: null },
  // Without the needed values there is no ask, never $0 or NaN.
  { formula: 'trip+10%', posted: undefined, tripMiles: 800, ask: null },
  { formula: 'trip+200', posted: undefined, tripMiles: undefined, ask: null },
  { formula: 'trip*2.75', posted: flat(2000), tripMiles: undefined, ask: null },
  { formula: 'trip+10%', posted: flat(0), tripMiles: 800, ask: null },
  { formula: 'trip*2.75', posted: undefined, tripMiles: 0, ask: null },
  { formula: 'trip-100%', posted: flat(2000), tripMiles: 800, ask: null },
  { formula: 'trip-3000', posted: flat(2000), tripMiles: 800, ask: null },
  { formula: '20 to 50', posted: undefined, tripMiles: undefined, ask: null },
  // Whitespace and letter case are ignored.
  { formula: ' Trip + 15 % ', posted: flat(2000), tripMiles: 800, ask: '$2,300' },
  { formula: 'TRIP*2.65 TO 10', posted: flat(2000), tripMiles: 800, ask: '$2,120' },
]

/** Texts that are not formulas. */
export const notFormulas = [
  '',
  'trip',
  'trip+',
  'trip+10%%',
  'trip/2',
  'trip*',
  'trip*2.75%',
  'rate+10%',
  'trip+10% to 3',
  'trip+10% to',
  'trip+10% to 100',
  '-2400',
  '0',
  '$2400',
  '1e4',
  'NaN',
  'Infinity',
  'trip*-2',
  '2400; drop table',
  '99999999999',
]
