import { formatShortDate, formatTime } from '@loadping/contract/format/instants'
import { newYorkDay } from '@loadping/contract/format/new-york-days'

/** Formats an instant as New York's day and time; without the day if that is today. */
export function newYorkTime(instant: string): { day?: string; time: string } {
  const at = new Date(instant)
  const time = formatTime(at)
  return newYorkDay(at) === newYorkDay(new Date()) ? { time } : { day: formatShortDate(at), time }
}
