import { formatDate } from '@loadping/contract/format/instants'
import { formatDay, inNewYork, newYorkDay } from '@loadping/contract/format/new-york-days'
import { boards } from '../boards/boards.ts'
import type { LedgerRow } from '../ledger/ledger-rows.ts'
import { routineFields, type SentFieldName, sentFields } from '../ledger/sent-fields.ts'

/** `9:41:08 AM`, in New York. */
export const formatSecond = inNewYork('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })

/** `Today, Tue, Nov 24, 2026`, in New York. */
export const dayTitle = (at: Date, now: Date): string =>
  newYorkDay(at) === newYorkDay(now) ? `Today, ${formatDate(at)}` : formatDate(at)

export const boardName = ({ board }: LedgerRow): string => boards.find(({ id }) => id === board)?.name ?? '—'

export const hostOf = (origin: string): string => new URL(origin).host

const isRoutine = (name: string): boolean =>
  (routineFields as readonly string[]).includes(name) || name === 'clickKey' || name === 'clickAge'

const titleOf = (name: string): string => {
  const field: { title: string } | undefined = sentFields[name as SentFieldName] // a row of another version may have others
  return field?.title ?? name
}

/** What a summary begins or ends with; the board has a column. */
const firstOrLast = ['board', 'origin', 'dest', 'boardLoadId']

/** Names the fields of a row in a few words; what each request carries only where there is nothing else. */
export function fieldSummary({ fields }: LedgerRow): string {
  const names = Object.keys(fields).filter((name) => !isRoutine(name) && !firstOrLast.includes(name))
  const titles = [
    ...('origin' in fields ? ['lane'] : []),
    ...names.map(titleOf),
    ...('boardLoadId' in fields ? [titleOf('boardLoadId')] : []),
  ]
  const text = titles.length > 0 ? titles.join(', ') : `extension version ${fields['extensionVersion'] ?? ''}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const places = new Map(Object.keys(sentFields).map((name, index) => [name, index]))
const placeOf = (name: string): number => places.get(name) ?? places.size

/** Returns each field with its value as people read it, those of the load first. */
export function fieldTexts({ fields }: LedgerRow, names: Record<string, string>): [title: string, value: string][] {
  return Object.entries(fields)
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([name, value]) => [titleOf(name), valueText(name, value, names)])
}

const dayTexts = new Map<string, string>()

/** Formats each day once: a formatter costs much more than a look. */
function dayText(day: string): string {
  const text = dayTexts.get(day) ?? formatDay(day)
  dayTexts.set(day, text)
  return text
}

function valueText(name: string, value: string, names: Record<string, string>): string {
  if (value === '') return 'sent, not kept here'
  if (name === 'board') return boards.find(({ id }) => id === value)?.name ?? value
  if (/Day$/.test(name) && /^\d{4}-\d{2}-\d{2}$/.test(value)) return dayText(value)
  return value
    .split(',')
    .map((part) => (Object.hasOwn(names, part) ? names[part] : part))
    .join(',')
}

/** Names the fields of a posting that a click did not send; nothing for requests that carry no posting. */
export function unsentTitles({ fields }: LedgerRow): string {
  if (!('origin' in fields)) return ''
  const start = Object.keys(sentFields).indexOf('askCents') // the fields before it are those of a posting
  return Object.keys(sentFields)
    .slice(0, start)
    .flatMap((name) => (name in fields ? [] : [titleOf(name)]))
    .join(', ')
}

/** Says where a row went and what came back. */
export function answerText({ to, method, path, status, count, lastAt }: LedgerRow): string {
  const answer = status === undefined ? 'no answer' : `answered ${status}`
  const times = count > 1 ? `, ${count} times, the last at ${formatSecond(new Date(lastAt))}` : ''
  return `${method} ${to}${path}, ${answer}${times}`
}
