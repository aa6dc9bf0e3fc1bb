/** Formats a number as `44,000`, and a fraction as it is. Much faster than `toLocaleString`. */
export function formatCount(number: number): string {
  const [whole = '', fraction] = String(Math.abs(number)).split('.')
  let grouped = whole.slice(-3)
  for (let end = whole.length - 3; end > 0; end -= 3) grouped = `${whole.slice(Math.max(0, end - 3), end)},${grouped}`
  return `${number < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`
}

/** `1 member`, `5 members`; an irregular noun needs its plural. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** `926 mi`. */
export const formatMiles = (miles: number): string => `${formatCount(miles)} mi`

/** `0.02%` for a share of 0.0002. */
export const formatShare = (share: number): string => `${(share * 100).toFixed(2)}%`

const units = [
  ['GB', 1e9],
  ['MB', 1e6],
] as const

/** `900 bytes`, `44 KB`, `1.2 MB`, `340 MB`, `8.4 GB`, in units of 1,000. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, 'byte')
  const [unit, perUnit] = units.find(([, size]) => bytes >= size * 0.9995) ?? (['KB', 1_000] as const)
  const size = bytes / perUnit
  return `${formatCount(size < 10 ? Math.round(size * 10) / 10 : Math.round(size))} ${unit}`
}
