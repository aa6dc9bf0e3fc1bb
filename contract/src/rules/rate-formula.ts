import type { PostedRate } from '../loads.ts'

/** How an ask is made (specification 3.12): Trip + Percentage, Trip + ABS, Trip * Number, Custom Price. */
export type RateFormula = {
  kind: 'percentage' | 'amount' | 'per-mile' | 'custom'
  /** In ten-thousandths of a percent, of a dollar, of a dollar per mile, or of a dollar. */
  value: number
  /** Dollars to round to, half up. */
  step: 1 | 5 | 10 | 25 | 50
}

export type RateInputs = { rate?: PostedRate | undefined; tripMiles?: number | undefined }

const shape = /^(trip\s*([+*-])\s*)?(\d{1,7}(?:\.\d{1,4})?)\s*(%)?(?:\s+to\s+(5|10|25|50))?$/i

/** Reads `trip+10%`, `trip-50`, `trip*2.75` or `2400`, each with an optional ` to 5`, `10`, `25` or `50` (D4.2); anything else is undefined. */
export function parseRateFormula(text: string): RateFormula | undefined {
  const [, trip, operator, number, percent, step] = shape.exec(text.trim()) ?? []
  if (number === undefined) return undefined

  const kind = trip ? (operator === '*' ? 'per-mile' : percent ? 'percentage' : 'amount') : 'custom'
  const isMisplacedPercent = percent !== undefined && kind !== 'percentage'
  const value = tenThousandths(number) * (operator === '-' ? -1 : 1)
  if (isMisplacedPercent || (kind === 'custom' && value === 0)) return undefined
  return { kind, value, step: steps[step ?? ''] ?? 1 }
}

/** The ask in cents, always whole dollars (D4.2), or undefined where the board gives too little or the result is not above $0. */
export function askCents(formula: RateFormula, inputs: RateInputs): number | undefined {
  const exact = exactAsk(formula, inputs)
  if (exact === undefined) return undefined

  const step = formula.step * dollar
  const rounded = Math.floor((exact + step / 2) / step) * formula.step * 100
  return rounded > 0 ? rounded : undefined
}

/** The posted rate for the whole trip in cents; a per-mile rate counts only with the trip's miles. */
export function postedTotalCents({ rate, tripMiles }: RateInputs): number | undefined {
  if (!rate || rate.cents <= 0) return undefined
  if (rate.basis === 'flat') return rate.cents
  return tripMiles ? rate.cents * tripMiles : undefined
}

/** Cents as a board or a mail shows them: `$2,450`, and `$2,450.50` where the dollars are not whole. */
export const formatMoney = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  })

/** Everything is computed in whole ten-thousandths of a cent, so that no binary fraction can tip a rounding. */
const dollar = 1_000_000

function exactAsk({ kind, value }: RateFormula, inputs: RateInputs): number | undefined {
  if (kind === 'custom') return value * 100
  if (kind === 'per-mile') return inputs.tripMiles ? value * 100 * inputs.tripMiles : undefined

  const posted = postedTotalCents(inputs)
  if (posted === undefined) return undefined
  return kind === 'amount' ? posted * 10_000 + value * 100 : (posted * (1_000_000 + value)) / 100
}

function tenThousandths(number: string): number {
  const [whole = '0', fraction = ''] = number.split('.')
  return Number(whole) * 10_000 + Number(fraction.padEnd(4, '0'))
}

const steps: Record<string, RateFormula['step']> = { '5': 5, '10': 10, '25': 25, '50': 50 }
