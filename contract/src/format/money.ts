import { formatCount } from './counts.ts'

/** Formats whole cents as `$2,450`, or `$2,450.50` if not whole dollars. */
export function formatMoney(cents: number): string {
  const absolute = Math.abs(cents)
  const rest = absolute % 100
  const dollars = formatCount((absolute - rest) / 100)
  return `${cents < 0 ? '-' : ''}$${dollars}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** Formats cents as a bill has them, `$1,530.00`. */
export const formatBill = (cents: number): string =>
  `${formatMoney(Math.trunc(cents / 100) * 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** Formats cents in whole dollars, `$2,315`. */
export const formatDollars = (cents: number): string => formatMoney(Math.round(cents / 100) * 100)

/** Formats cents as `2450.50`, for files and for fields that are typed into. */
export const formatPlainDollars = (cents: number): string => (cents / 100).toFixed(2)

/** Formats an amount for a number of miles as `$2.70`. */
export const formatPerMile = (cents: number, miles = 1): string => `$${formatPlainDollars(cents / miles)}`

/** Reads typed dollars such as `$2,400`, `2400` or `2,400.5` as cents; undefined for anything else. */
export function readDollars(text: string): number | undefined {
  const [, whole, fraction = ''] = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
}
