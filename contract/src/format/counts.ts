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
