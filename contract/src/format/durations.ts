/** Formats minutes as `8:30`. */
export const formatHours = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** Formats minutes as `14 h 20 min`, `45 min` or `2 h`. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}

/** Parses `8:30`, `8.5`, `8` or `8 h 30` into minutes; undefined for anything else. */
export function readHours(text: string): number | undefined {
  const [, hours, , minutes, fraction] =
    /^(\d{1,3})(?:(:|\s*h\s*)([0-5]\d)|([.,]\d{1,2}))?\s*h?$/i.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  return Number(hours) * 60 + Number(minutes ?? 0) + Math.round(Number(`0${(fraction ?? '').replace(',', '.')}`) * 60)
}

/** Splits a time into minutes and seconds, or hours and minutes from one hour on. */
export function splitSeconds(seconds: number): [large: number, largeUnit: string, small: number, smallUnit: string] {
  const whole = Math.round(seconds)
  return whole < 3600
    ? [Math.floor(whole / 60), 'm', whole % 60, 's']
    : [Math.floor(whole / 3600), 'h', Math.floor((whole % 3600) / 60), 'm']
}

/** `6m 42s`, or `14h 20m` from one hour on. */
export function formatSeconds(seconds: number): string {
  const [large, largeUnit, small, smallUnit] = splitSeconds(seconds)
  return `${large}${largeUnit} ${String(small).padStart(2, '0')}${smallUnit}`
}
