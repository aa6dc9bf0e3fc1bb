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

/** `900 bytes`, `44 KB`, `1.2 MB`, `340 MB`, in units of 1,000. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, 'byte')
  const isMegabytes = bytes >= 999_500
  const size = bytes / (isMegabytes ? 1_000_000 : 1_000)
  return `${formatCount(size < 10 ? Math.round(size * 10) / 10 : Math.round(size))} ${isMegabytes ? 'MB' : 'KB'}`
}
