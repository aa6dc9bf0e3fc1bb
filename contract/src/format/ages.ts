const minutesBetween = (from: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - from.getTime()) / 60_000))

/** `6m`, `1h 04m`, and `3d 4h` from the second day on. */
export function formatAge(from: Date, now: Date): string {
  const minutes = minutesBetween(from, now)
  const hours = Math.floor(minutes / 60)
  if (hours < 1) return `${minutes}m`
  if (hours < 24) return `${hours}h ${String(minutes % 60).padStart(2, '0')}m`
  return hours < 240 ? `${Math.floor(hours / 24)}d ${hours % 24}h` : `${Math.floor(hours / 24)}d`
}

/** `6m`, `2h`, and `2d` from the second day on, for a row. */
export function formatShortAge(from: Date, now: Date): string {
  const minutes = minutesBetween(from, now)
  if (minutes < 60) return `${minutes}m`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / (24 * 60))}d`
}

/** `just now`, `6 min ago`, `2 h ago`, `2 days ago`, for a sentence. */
export function formatAgo(from: Date, now: Date): string {
  const minutes = minutesBetween(from, now)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / (24 * 60))} days ago`
}

const dayMs = 86_400_000
/** Prices are published weekly, so that an older one missed a week. */
const freshDays = 14

/** Says how old a price of a day is, as `7 months old`; undefined up to 14 days. */
export function describeOldPrice(asOf: string, now: Date): string | undefined {
  const days = Math.floor((now.getTime() - Date.parse(asOf)) / dayMs)
  if (!(days > freshDays)) return undefined
  if (days < 61) return `${days} days old`
  return days < 730 ? `${Math.round(days / 30.44)} months old` : `${Math.floor(days / 365)} years old`
}
