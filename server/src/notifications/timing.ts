import { addDays, type Day } from '@loadping/contract/format/new-york-days'
import { clockIn, instantOf } from '@loadping/contract/format/time-zones'
import {
  dailyHour,
  type NotificationKind,
  type NotificationSettings,
  type Often,
  type SummaryDays,
} from '@loadping/contract/notifications/notifications.api'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const kinds = ['emails', 'mailboxes', 'boards', 'summary'] as const

const oftenOf = (settings: NotificationSettings): (Often | SummaryDays)[] => kinds.map((kind) => settings[kind])

/** Lists the kinds that a user is to be told of now, who was last told at `since`. */
export const dueKinds = (settings: NotificationSettings, since: Date, now: Date): NotificationKind[] =>
  kinds.filter((kind) => isDue(settings[kind], settings.timeZone, since, now))

function isDue(often: Often | SummaryDays, zone: string, since: Date, now: Date): boolean {
  if (often === 'off') return false
  if (often === 'at-once') return true
  if (often === 'hourly') return Math.floor(since.getTime() / hourMs) < Math.floor(now.getTime() / hourMs)
  return lastMorning(often, zone, now.getTime()) > since.getTime()
}

/** Returns when to look for news next; null while everything is off. Never within the quiet hours. */
export function nextLook(settings: NotificationSettings, now: Date): Date | null {
  const times = oftenOf(settings).flatMap((often) => nextTime(often, settings.timeZone, now.getTime()) ?? [])
  if (times.length === 0) return null
  const next = new Date(Math.min(...times))
  return quietEnd(settings, next) ?? next
}

function nextTime(often: Often | SummaryDays, zone: string, now: number): number | undefined {
  if (often === 'off') return undefined
  if (often === 'at-once') return now + minuteMs
  if (often === 'hourly') return (Math.floor(now / hourMs) + 1) * hourMs
  return nextMorning(often, zone, now)
}

/** Returns when the quiet hours end that a time is in; undefined outside of them. */
export function quietEnd({ quiet, timeZone }: NotificationSettings, at: Date): Date | undefined {
  if (!quiet) return undefined
  const { from, until } = quiet
  const { day, time } = clockIn(timeZone, at.getTime())
  const hour = Number(time.slice(0, 2))
  const isQuiet = from <= until ? from <= hour && hour < until : from <= hour || hour < until
  if (!isQuiet) return undefined
  const today = hourOf(timeZone, day, until)
  return new Date(today > at.getTime() ? today : hourOf(timeZone, addDays(day, 1), until))
}

const hourOf = (zone: string, day: Day, hour: number): number =>
  instantOf(zone, day, `${String(hour).padStart(2, '0')}:00`)

/** A few days cover the longest way to a weekday. */
const nearDays = [0, 1, 2, 3]

/** Finds the first daily hour of these days, counted from today, for which this holds. */
function findMorning(
  often: Often | SummaryDays,
  { zone, now, days }: { zone: string; now: number; days: number[] },
  holds: (morning: number) => boolean,
): number | undefined {
  const today = clockIn(zone, now).day
  for (const count of days) {
    const day = addDays(today, count)
    if (often === 'weekdays' && [0, 6].includes(new Date(day).getUTCDay())) continue
    const morning = hourOf(zone, day, dailyHour)
    if (holds(morning)) return morning
  }
  return undefined
}

const lastMorning = (often: Often | SummaryDays, zone: string, now: number): number =>
  findMorning(often, { zone, now, days: nearDays.map((day) => -day) }, (morning) => morning <= now) ?? 0

const nextMorning = (often: Often | SummaryDays, zone: string, now: number): number | undefined =>
  findMorning(often, { zone, now, days: nearDays }, (morning) => morning > now)
