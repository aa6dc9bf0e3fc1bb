import type { Placeholder } from '../templates/placeholder-titles.ts'
import type { BoardCounts, BoardHealth, LoadField } from './board-health.ts'

/** Fewer loads than this say nothing about a field that none of them has. */
const minLoads = 10
/** Fewer rows than this say nothing about a board whose rows cannot be read. */
const minRows = 3
/** A page without a row that names fewer places than this may be empty, or another page of the board. */
export const minPlaces = 6
/** How long a board must be unreadable, because its rows may still be loading. */
const settleMs = 60_000

/** Returns the health of a board after counts, given its health before. */
export function nextHealth(
  { board, rows, loads, fields, places = 0 }: BoardCounts,
  before: BoardHealth | undefined,
  now: Date,
): BoardHealth {
  const seenAt = now.toISOString()
  const known = before?.fields ?? []
  if (loads === 0 && (rows >= minRows || (rows === 0 && places >= minPlaces))) {
    const blindSince = (before && wasBlindUntil(now, before) && before.blindSince) || seenAt
    return { board, fields: known, missing: before?.missing ?? [], blindSince, seenAt }
  }

  const found = (Object.keys(fields) as LoadField[]).filter((field) => fields[field]) // the counts have only these keys
  const sinceOf = (field: LoadField) => before?.missing.find((one) => one.field === field)?.since
  const missing = known
    .filter((field) => !found.includes(field))
    .flatMap((field) => {
      const since = sinceOf(field) ?? (loads >= minLoads ? seenAt : undefined)
      return since ? [{ field, since }] : []
    })
  return { board, fields: [...new Set([...known, ...found])], missing, blindSince: null, seenAt }
}

/** Whether a board is blind, or was seen unreadable so lately that it still counts. */
const wasBlindUntil = (now: Date, before: BoardHealth): boolean =>
  isBlind(before) || now.getTime() - Date.parse(before.seenAt) <= settleMs

/** Whether a board has been unreadable for so long that it must have changed. */
export const isBlind = (health: BoardHealth): health is BoardHealth & { blindSince: string } =>
  health.blindSince !== null && Date.parse(health.seenAt) - Date.parse(health.blindSince) >= settleMs

/** The field's name in texts. */
export const fieldTitles: Record<LoadField, string> = {
  board: 'Board',
  boardLoadId: 'Posting ID',
  origin: 'Origin',
  dest: 'Destination',
  pickupDay: 'Pickup date',
  pickupUntilDay: 'Last pickup date',
  pickupTime: 'Pickup time',
  pickupUntilTime: 'Last pickup time',
  deliveryDay: 'Delivery date',
  deliveryTime: 'Delivery time',
  equipment: 'Equipment',
  fullPartial: 'Full or partial',
  lengthFeet: 'Length',
  weightPounds: 'Weight',
  tripMiles: 'Trip miles',
  deadheadMiles: 'Deadhead',
  rate: 'Rate',
  company: 'Company',
  contactEmail: 'Email',
  emailFrom: 'Place of the email',
  phone: 'Phone',
  reference: 'Reference number',
  mc: 'MC number',
  dot: 'USDOT number',
  commodity: 'Commodity',
  temperature: 'Temperature',
  comments: 'Comments',
  creditScore: 'Credit score',
  daysToPay: 'Days to pay',
  postedAt: 'Age',
}

/** The placeholders that a field fills: a sentence in [[ ]] that uses one is left out while the field is missing. */
export const placeholdersOf: Partial<Record<LoadField, Placeholder[]>> = {
  company: ['company'],
  deadheadMiles: ['do', 'tripDO'],
  contactEmail: ['email'],
  pickupDay: ['avail'],
  rate: ['rate'],
  reference: ['ref'],
  tripMiles: ['trip', 'tripDO'],
  equipment: ['truck'],
  weightPounds: ['weight'],
  lengthFeet: ['length'],
  fullPartial: ['load'],
  temperature: ['temp'],
}
