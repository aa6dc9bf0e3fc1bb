import { equipmentCodeOf } from '@loadping/contract/boards/equipment'
import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import { type DateText, nearestDay } from '@loadping/contract/broker-software/text-dates'
import { formatCount } from '@loadping/contract/format/counts'
import { formatMoney } from '@loadping/contract/format/money'
import { type Day, formatPickupDay } from '@loadping/contract/format/new-york-days'
import { formatTemperature, type Temperature } from '@loadping/contract/format/temperature'
import { type PastedLoad, readPastedField } from './pasted-load.ts'
import type { PastedFields, PastedPlace } from './pasted-reader.ts'

/** The fields in which a pasted load is corrected. */
export const draftFields = [
  'origin',
  'dest',
  'pickup',
  'delivery',
  'equipment',
  'fullPartial',
  'weightPounds',
  'lengthFeet',
  'tripMiles',
  'deadheadMiles',
  'rate',
  'commodity',
  'temperature',
  'company',
  'email',
  'phone',
  'mc',
  'dot',
  'reference',
  'note',
] as const
export type DraftField = (typeof draftFields)[number]

/** What each field shows, as a person writes it; empty if nothing is known. */
export type DraftTexts = Record<DraftField, string>

/** Returns what was read of a load as the texts of its fields. */
export function toDraftTexts({ fields, requirements }: PastedLoad, today: Day): DraftTexts {
  const number = (key: 'weightPounds' | 'lengthFeet' | 'tripMiles' | 'deadheadMiles') => {
    const reading = fields[key]
    return reading ? formatCount(reading.value) : ''
  }
  const text = (key: 'commodity' | 'company' | 'email' | 'phone' | 'mc' | 'dot' | 'reference') =>
    fields[key]?.value ?? ''
  return {
    origin: formatPlace(fields.origin?.value),
    dest: formatPlace(fields.dest?.value),
    pickup: formatWindow(today, fields.pickup?.value, fields.pickupUntil?.value),
    delivery: formatWindow(today, fields.delivery?.value, fields.deliveryUntil?.value),
    equipment: equipmentCodeOf(fields.equipment?.value ?? '') ?? '',
    fullPartial: fields.fullPartial?.value ?? '',
    weightPounds: number('weightPounds'),
    lengthFeet: number('lengthFeet'),
    tripMiles: number('tripMiles'),
    deadheadMiles: number('deadheadMiles'),
    rate: formatRate(fields.rate?.value),
    commodity: text('commodity'),
    temperature: fields.temperature ? formatTemperature(fields.temperature.value) : '',
    company: text('company'),
    email: text('email'),
    phone: text('phone'),
    mc: text('mc'),
    dot: text('dot'),
    reference: text('reference'),
    note: [requirements.join(', '), fields.comments?.value].filter(Boolean).join('\n'),
  }
}

/** Returns facts of a load as the texts of their fields. */
export const factsToTexts = (facts: Partial<LoadFacts>, today: Day): Partial<DraftTexts> => {
  const { origin, dest, pickupDay, pickupTime, equipment, lengthFeet, tripMiles, rate, reference } = facts
  return {
    origin: formatPlace(origin),
    dest: formatPlace(dest),
    pickup: formatWindow(
      today,
      pickupDay ? { day: pickupDay, ...(pickupTime && { time: pickupTime }) } : undefined,
      undefined,
    ),
    equipment: equipment ?? '',
    lengthFeet: lengthFeet === undefined ? '' : formatCount(lengthFeet),
    tripMiles: tripMiles === undefined ? '' : formatCount(tripMiles),
    rate: formatRate(rate),
    reference: reference ?? '',
  }
}

const formatPlace = (place: PastedPlace | undefined): string =>
  place ? [[place.city, place.state].filter(Boolean).join(', '), place.postalCode].filter(Boolean).join(' ') : ''

const formatRate = (rate: { cents: number; basis: 'flat' | 'per-mile' } | undefined): string =>
  rate ? `${formatMoney(rate.cents)}${rate.basis === 'per-mile' ? '/mi' : ''}` : ''

/** `Sat 11/21 8 AM - 4:30 PM` or `Mon 11/23 - Tue 11/24`; a year is written where it is not the nearest. */
function formatWindow(today: Day, from: DateText | undefined, until: DateText | undefined): string {
  if (!from) return ''
  const start = formatMoment(today, from)
  if (!until) return start
  return `${start} - ${until.day === from.day && until.time ? formatClock(until.time) : formatMoment(today, until)}`
}

function formatMoment(today: Day, { day, time }: DateText): string {
  const year = nearestDay(day.slice(5, 7), day.slice(8), today) === day ? '' : `/${day.slice(2, 4)}`
  return [`${formatPickupDay(day)}${year}`, time && formatClock(time)].filter(Boolean).join(' ')
}

function formatClock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute > 0 ? `:${String(minute).padStart(2, '0')}` : ''
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The label that makes the reader read a field's text as that field. */
const labels = {
  origin: 'Origin',
  dest: 'Destination',
  pickup: 'Pickup',
  delivery: 'Delivery',
  weightPounds: 'Weight',
  lengthFeet: 'Length',
  tripMiles: 'Trip',
  deadheadMiles: 'Deadhead',
  rate: 'Rate',
  temperature: 'Temperature',
  email: 'Email',
  mc: 'MC',
  dot: 'DOT',
} satisfies Partial<Record<DraftField, string>>

const labeledFields = draftFields.filter((field) => field in labels) as (keyof typeof labels)[]

/** What to write as a temperature that could not be read. */
export const wantedTemperature = 'Write degrees Fahrenheit, such as 34-36 or -10 continuous.'

/** What to write in a field that could not be read. */
const wanted: Record<keyof typeof labels, string> = {
  origin: 'Write the city and the state, such as Joliet, IL.',
  dest: 'Write the city and the state, such as Dallas, TX.',
  pickup: 'Write the day, and the time if you know it, such as 11/21 8 AM - 2 PM.',
  delivery: 'Write the day, and the time if you know it, such as 11/23 7 AM.',
  weightPounds: 'Write the weight in pounds, such as 44,000.',
  lengthFeet: 'Write the length in feet, such as 53.',
  tripMiles: 'Write the miles, such as 926.',
  deadheadMiles: 'Write the miles, such as 45.',
  rate: 'Write dollars for the trip or per mile, such as $2,400 or $2.65/mi.',
  temperature: wantedTemperature,
  email: 'Please enter a valid email',
  mc: 'Write the number, up to 8 digits.',
  dot: 'Write the number, up to 8 digits.',
}

/** Reads a temperature as a person writes it: `34-36`, `-10 continuous`. */
export const readTemperatureText = (text: string): Temperature | undefined =>
  readPastedField(`${labels.temperature}: ${text}`, { today: anyDay }).temperature?.value

/** No temperature depends on it. */
const anyDay = '2026-01-01'

type DraftRead = { facts: Partial<LoadFacts>; errors: Partial<Record<DraftField, string>> }

/** Reads the texts of the fields, each as a labeled value of a pasted text is read; says what is wrong with others. */
export function readDraft(texts: DraftTexts, today: Day): DraftRead {
  const errors: DraftRead['errors'] = {}
  const fields: PastedFields = {}
  for (const field of labeledFields) {
    const text = texts[field].trim()
    if (!text && field !== 'origin' && field !== 'dest') continue
    const read = readPastedField(`${labels[field]}: ${text}`, { today })
    if (isKnown(read[field]?.value)) Object.assign(fields, read)
    else errors[field] = wanted[field]
  }
  return { facts: toFacts(fields, texts), errors }
}

/** Whether a value is complete: a place needs its state. */
const isKnown = (value: unknown): boolean =>
  value !== undefined && !(typeof value === 'object' && value !== null && 'city' in value && !('state' in value))

function toFacts(fields: PastedFields, texts: DraftTexts): Partial<LoadFacts> {
  const { origin, dest, pickup, pickupUntil, delivery, deliveryUntil, email, ...rest } = fields
  const lastDelivery = (deliveryUntil ?? delivery)?.value
  const facts: Record<keyof LoadFacts, unknown> = {
    board: undefined,
    boardLoadId: undefined,
    origin: origin?.value,
    dest: dest?.value,
    pickupDay: pickup?.value.day,
    pickupTime: pickup?.value.time,
    pickupUntilDay: pickupUntil?.value.day,
    pickupUntilTime: pickupUntil?.value.time,
    deliveryDay: lastDelivery?.day,
    deliveryTime: lastDelivery?.time,
    contactEmail: email?.value,
    emailFrom: undefined,
    weightPounds: rest.weightPounds?.value,
    lengthFeet: rest.lengthFeet?.value,
    tripMiles: rest.tripMiles?.value,
    deadheadMiles: rest.deadheadMiles?.value,
    rate: rest.rate?.value,
    temperature: rest.temperature?.value,
    mc: rest.mc?.value,
    dot: rest.dot?.value,
    equipment: texts.equipment,
    fullPartial: texts.fullPartial,
    commodity: texts.commodity.trim(),
    company: texts.company.trim(),
    phone: texts.phone.trim(),
    reference: texts.reference.trim(),
    comments: undefined,
    creditScore: undefined,
    daysToPay: undefined,
    postedAt: undefined,
  }
  // Each value is the field's, or text that the contract's schema checks.
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<LoadFacts>
}
