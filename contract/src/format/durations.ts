/** Formats minutes as `8:30`. */
export const formatHours = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** Formats minutes as `14 h 20 min`, `45 min` or `2 h`. */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}

/** Parses `8:30`, `8.5`, `8` or `8 h 30` into minutes; undefined for anything else. */
export function readHours(text: string): number | undefined {
  const [, hours, , minutes, fraction] =
    /^(\d{1,3})(?:(:|\s*h\s*)([0-5]\d)|([.,]\d{1,2}))?\s*h?$/i.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  return Number(hours) * 60 + Number(minutes ?? 0) + Math.round(Number(`0${(fraction ?? '').replace(',', '.')}`) * 60)
}
