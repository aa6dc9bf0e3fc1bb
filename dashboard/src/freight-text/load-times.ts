import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import { formatDay } from '@loadping/contract/format/new-york-days'
import { clockIn, instantOf } from '@loadping/contract/format/time-zones'
import type { PickupTimes } from '@loadping/contract/trucks/pickup'

type DeliveryTimes = Pick<LoadFacts, 'deliveryDay' | 'deliveryTime'>

/** Returns when the load has to be delivered: on a day without a time by its end. */
export const deliveryDeadline = ({ deliveryDay, deliveryTime }: DeliveryTimes, zone: string): number | undefined =>
  deliveryDay ? instantOf(zone, deliveryDay, deliveryTime ?? '24:00') : undefined

/** `Sat, Nov 21, 7 – 11 AM CST`; undefined without a day. The zone's letters are left out of one that is unknown. */
export function formatPickup(times: PickupTimes, zone: string | undefined): string | undefined {
  const { pickupDay, pickupUntilDay, pickupTime, pickupUntilTime } = times
  if (!pickupDay) return undefined
  const letters = pickupTime || pickupUntilTime ? lettersOn(pickupDay, pickupTime ?? '12:00', zone) : ''
  const isOneDay = pickupUntilDay === undefined || pickupUntilDay === pickupDay
  const first = [formatDay(pickupDay), ...(pickupTime ? [formatTimeOfDay(pickupTime)] : [])]
  const last = [
    ...(isOneDay || !pickupUntilDay ? [] : [formatDay(pickupUntilDay)]),
    ...(pickupUntilTime ? [formatTimeOfDay(pickupUntilTime)] : []),
  ]
  if (last.length === 0) return first.join(', ') + letters
  if (isOneDay && !pickupTime) return `${formatDay(pickupDay)}, by ${last.join(', ')}${letters}`
  return `${shorten(first.join(', '), isOneDay ? last.join() : '')} – ${last.join(', ')}${letters}`
}

/** `Mon, Nov 23, by 3 PM CST`; undefined without a day. */
export function formatDelivery(
  { deliveryDay, deliveryTime }: DeliveryTimes,
  zone: string | undefined,
): string | undefined {
  if (!deliveryDay) return undefined
  if (!deliveryTime) return formatDay(deliveryDay)
  return `${formatDay(deliveryDay)}, by ${formatTimeOfDay(deliveryTime)}${lettersOn(deliveryDay, deliveryTime, zone)}`
}

const lettersOn = (day: string, time: string, zone: string | undefined): string =>
  zone ? ` ${clockIn(zone, instantOf(zone, day, time)).letters}` : ''

/** `7 AM`, `7:30 PM`. */
export function formatTimeOfDay(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const half = hours % 24 < 12 ? 'AM' : 'PM'
  return `${hours % 12 || 12}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`} ${half}`
}

/** Leaves out the AM or PM that follows anyway: `7` before ` – 11 AM`. */
const shorten = (from: string, until: string): string => {
  const half = from.slice(-3)
  return until.endsWith(half) && /^ [AP]M$/.test(half) ? from.slice(0, -3) : from
}

/** `9:50 AM CST`. */
export function formatClock(at: number, zone: string): string {
  const { time, letters } = clockIn(zone, at)
  return `${formatTimeOfDay(time)} ${letters}`
}

/** `Sun, 9:50 AM CST`, and from a week on `Sun, Nov 22, 9:50 AM CST`. */
export function formatSoon(at: number, zone: string, now: number): string {
  const text = formatMoment(at, zone)
  return Math.abs(at - now) < 6 * 86_400_000 ? text.replace(/, \w+ \d+,/, ',') : text
}

/** `Sun, Nov 22, 9:50 AM CST`. */
export function formatMoment(at: number, zone: string): string {
  return `${formatDay(clockIn(zone, at).day)}, ${formatClock(at, zone)}`
}
