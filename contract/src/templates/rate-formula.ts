import type { PostedRate } from '../boards/posted-load.ts'
import { formatMiles } from '../format/counts.ts'
import { formatMoney } from '../format/money.ts'

/** How an ask is computed. */
export type RateFormula = {
  kind: 'percentage' | 'amount' | 'per-mile' | 'custom'
  /** Ten-thousandths of a percent, a dollar, a dollar per mile or a dollar, in the order of `kind`. */
  value: number
  /** The rounding step in dollars, half up. */
  step: 1 | 5 | 10 | 25 | 50
}

/** Each kind of formula with its name, in display order. */
export const rateFormulaTitles: Record<RateFormula['kind'], string> = {
  percentage: 'Trip + Percentage',
  amount: 'Trip + ABS',
  'per-mile': 'Trip * Number',
  custom: 'Custom Price',
}

export const rateSteps: readonly RateFormula['step'][] = [1, 5, 10, 25, 50]

export type RateInputs = { rate?: PostedRate | undefined; tripMiles?: number | undefined }

const shape = /^(trip\s*([+*-])\s*)?(\d{1,7}(?:\.\d{1,4})?)\s*(%)?(?:\s+to\s+(5|10|25|50))?$/i

/**
 * Parses `trip+10%`, `trip-50`, `trip*2.75` or `2400`, optionally ` to 5`, `10`, `25` or `50`; else returns undefined.
 */
export function parseRateFormula(text: string): RateFormula | undefined {
  const [, trip, operator, number, percent, step] = shape.exec(text.trim()) ?? []
  if (number === undefined) return undefined

  const kind = trip ? (operator === '*' ? 'per-mile' : percent ? 'percentage' : 'amount') : 'custom'
  const isMisplacedPercent = percent !== undefined && kind !== 'percentage'
  const value = tenThousandths(number) * (operator === '-' ? -1 : 1)
  if (isMisplacedPercent || (kind === 'custom' && value === 0)) return undefined
  return { kind, value, step: steps[step ?? ''] ?? 1 }
}

/** Writes a formula as `parseRateFormula` reads it. */
export function formatRateFormula({ kind, value, step }: RateFormula): string {
  const number = Math.abs(value) / 10_000
  const sign = value < 0 ? '-' : '+'
  const text = {
    percentage: `trip${sign}${number}%`,
    amount: `trip${sign}${number}`,
    'per-mile': `trip*${number}`,
    custom: String(number),
  }[kind]
  return step === 1 ? text : `${text} to ${step}`
}

/** How an ask comes about: `$1,425 × 1.08 = $1,539, to $5 → $1,540`; without one, which input is missing, if one is. */
export type AskExplained = { arithmetic: string; askCents: number } | { missing: 'rate' | 'trip' | undefined }

/** Spells out the arithmetic of a formula, with its rounding where that changes the ask. */
export function explainAsk(formula: RateFormula, inputs: RateInputs): AskExplained {
  const exact = exactAsk(formula, inputs)
  const ask = askCents(formula, inputs)
  const { rate, tripMiles } = inputs
  if (exact === undefined || ask === undefined)
    return { missing: exact !== undefined ? undefined : rate || formula.kind === 'per-mile' ? 'trip' : 'rate' }

  const { kind, value } = formula
  const miles = tripMiles === undefined ? '' : formatMiles(tripMiles)
  const posted = rate && (rate.basis === 'flat' ? formatMoney(rate.cents) : `${miles} × ${formatMoney(rate.cents)}`)
  const term = {
    percentage: `${posted} × ${(1_000_000 + value) / 1_000_000}`,
    amount: `${posted} ${value < 0 ? '−' : '+'} ${formatMoney(Math.abs(value) / 100)}`,
    'per-mile': `${miles} × $${value / 10_000}`,
    custom: undefined,
  }[kind]
  const result = formatMoney(Math.round(exact / 10_000))
  const rounding = exact === ask * 10_000 ? '' : `, to $${formula.step} → ${formatMoney(ask)}`
  return { arithmetic: `${term ? `${term} = ` : ''}${result}${rounding}`, askCents: ask }
}

/**
 * Computes the ask in cents, in whole dollars. Returns undefined if values are missing or the result is not above $0.
 */
export function askCents(formula: RateFormula, inputs: RateInputs): number | undefined {
  const exact = exactAsk(formula, inputs)
  if (exact === undefined) return undefined

  const step = formula.step * dollar
  const rounded = Math.floor((exact + step / 2) / step) * formula.step * 100
  return rounded > 0 ? rounded : undefined
}

/** Returns the posted rate for the whole trip in cents; a per-mile rate needs the trip miles. */
export function postedTotalCents({ rate, tripMiles }: RateInputs): number | undefined {
  if (!rate || rate.cents <= 0) return undefined
  if (rate.basis === 'flat') return rate.cents
  return tripMiles ? rate.cents * tripMiles : undefined
}

/** One dollar in ten-thousandths of a cent: whole numbers keep binary fractions from changing the rounding. */
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
