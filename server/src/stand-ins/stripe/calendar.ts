/** Returns a time a number of months later; a day that the month lacks becomes its last. */
function addMonths(time: number, months: number): number {
  const from = new Date(time * 1_000)
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const month = new Date(first)
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
  const dayOfMonth = Math.min(from.getUTCDate(), lastDay)
  const ofDay = from.getTime() - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())
  return (first + (dayOfMonth - 1) * 86_400_000 + ofDay) / 1_000
}

/** Returns the end of the period that begins at `start`, counted from the anchor. */
export function periodEndOf({ anchor, start }: { anchor: number; start: number }, interval: 'month' | 'year'): number {
  const months = interval === 'year' ? 12 : 1
  let periods = 1
  while (addMonths(anchor, periods * months) <= start) periods += 1
  return addMonths(anchor, periods * months)
}
