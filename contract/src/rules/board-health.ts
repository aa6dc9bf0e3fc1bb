import type { BoardCounts, BoardHealth, LoadField } from '../board-health.ts'
import type { Placeholder } from './placeholder-titles.ts'

/** Fewer loads than this say nothing about a field that none of them has. */
const minLoads = 10
/** Fewer rows than this say nothing about a board whose rows cannot be read. */
const minRows = 3
/** How long a board must be unreadable, because its rows may still be loading. */
const settleMs = 60_000

/** Returns the health of a board after counts, given its health before. */
export function nextHealth(
  { board, rows, loads, fields }: BoardCounts,
  before: BoardHealth | undefined,
  now: Date,
): BoardHealth {
  const seenAt = now.toISOString()
  const known = before?.fields ?? []
  if (loads === 0 && rows >= minRows)
    return { board, fields: known, missing: before?.missing ?? [], blindSince: before?.blindSince ?? seenAt, seenAt }

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

/** Whether a board has been unreadable for so long that it must have changed. */
export const isBlind = ({ blindSince, seenAt }: BoardHealth): boolean =>
  blindSince !== null && Date.parse(seenAt) - Date.parse(blindSince) >= settleMs

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
}
