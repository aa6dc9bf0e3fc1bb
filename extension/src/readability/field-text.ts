import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { formatCount } from '@loadping/contract/format/counts'
import { formatDuration } from '@loadping/contract/format/durations'
import { formatMoney } from '@loadping/contract/format/money'
import { formatDay } from '@loadping/contract/format/new-york-days'
import { formatTemperature } from '@loadping/contract/format/temperature'

type Value = NonNullable<PostedLoad[keyof PostedLoad]>

const units: Record<string, string> = { lengthFeet: 'ft', weightPounds: 'lb', tripMiles: 'mi', deadheadMiles: 'mi' }

/** Formats a value of a load so that it can be compared with what a board shows. */
export function fieldText(field: string, value: Value, now: Date): string {
  if (field === 'postedAt') return agoText(String(value), now)
  if (/Day$/.test(field)) return formatDay(String(value))
  if (typeof value === 'number') return [formatCount(value), units[field]].join(' ').trim()
  if (typeof value !== 'object') return String(value)
  if ('city' in value) return `${value.city}, ${value.state}`
  if ('lowF' in value) return formatTemperature(value)
  return `${formatMoney(value.cents)}${value.basis === 'per-mile' ? '/mi' : ''}`
}

function agoText(at: string, now: Date): string {
  return formatDuration(Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 60_000)))
}
