/** Formats whole cents as `$2,450`, or `$2,450.50` if not whole dollars. Much faster than `toLocaleString`. */
export function formatMoney(cents: number): string {
  const absolute = Math.abs(cents)
  const rest = absolute % 100
  const dollars = formatCount((absolute - rest) / 100)
  return `${cents < 0 ? '-' : ''}$${dollars}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** Formats a whole number as `44,000`. */
export function formatCount(number: number): string {
  const digits = String(number)
  let grouped = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 3) grouped = `${digits.slice(Math.max(0, end - 3), end)},${grouped}`
  return grouped
}
