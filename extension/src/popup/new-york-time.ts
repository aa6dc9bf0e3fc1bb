import { newYorkDay } from '@loadping/contract/format/new-york-days'

const timeZone = 'America/New_York'

/** Formats an instant as New York's day and time; without the day if that is today. */
export function newYorkTime(instant: string): { day?: string; time: string } {
  const at = new Date(instant)
  const time = at.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  if (newYorkDay(at) === newYorkDay(new Date())) return { time }
  return { day: at.toLocaleDateString('en-US', { timeZone, month: 'short', day: 'numeric' }), time }
}
