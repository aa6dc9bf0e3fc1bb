import type { BoardId } from '@loadping/contract/boards/board-id'
import type { Place, PostedRate } from '@loadping/contract/boards/posted-load'
import { extensionVersionHeader } from '@loadping/contract/extension/extension-versions'
import { formatCount } from '@loadping/contract/format/counts'
import { formatMoney, formatPerMile } from '@loadping/contract/format/money'
import { routineFields, type SentFieldName, type SentKind, sentFields, sentRequests } from './sent-fields.ts'

/** What a request says, as the ledger keeps it. */
export type SentContent = {
  what: SentKind
  why: string
  /** The origin of the server. */
  to: string
  method: string
  path: string
  board?: BoardId
  /** The lane of the load it is about. */
  load?: string
  /** Each field with its value as people read it, or an empty text where the ledger keeps none. */
  fields: Partial<Record<SentFieldName, string>>
}

type Request = { to: string; method: string; path: string; headers: Headers; body: string | undefined }
type Values = Record<string, unknown>

const headerFields: Record<string, SentFieldName> = {
  authorization: 'accessToken',
  [extensionVersionHeader]: 'extensionVersion',
  'idempotency-key': 'clickKey',
  'inquiry-age': 'clickAge',
}
/** Parts of a body that stand for the fields in them. */
const containers = ['load', 'about', 'expected']
const units: Partial<Record<SentFieldName, string>> = {
  weightPounds: 'lb',
  lengthFeet: 'ft',
  tripMiles: 'mi',
  deadheadMiles: 'mi',
}
/** How much of a value is kept. */
const maxValueLength = 160

/** Describes a request with everything in it. Fails for one that the ledger's list does not name, or not with that field. */
export function describeRequest({ to, method, path, headers, body }: Request): SentContent {
  const { pathname, searchParams } = new URL(path, 'http://server')
  const found = sentRequests.find((known) => known.method === method && pathValues(known.path, pathname) !== undefined)
  if (!found) throw new Error(`the ledger names no request ${method} ${pathname}`)
  const sent: Values = {
    ...headersOf(headers),
    ...pathValues(found.path, pathname),
    ...Object.fromEntries(searchParams),
    ...flatten(body === undefined ? {} : JSON.parse(body)),
  }
  const allowed = new Set<string>([...found.fields, ...routineFields])
  const unknown = Object.keys(sent).filter((name) => !allowed.has(name))
  if (unknown.length > 0) throw new Error(`the ledger names no field ${unknown.join()} of ${method} ${pathname}`)

  const fields = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, shownValue(name as SentFieldName, value)]), // it is allowed
  )
  const { board, origin, dest } = sent
  return {
    what: found.what,
    why: found.why,
    to,
    method,
    path: pathname,
    ...(board !== undefined && { board: board as BoardId }),
    ...(origin !== undefined && { load: `${placeOf(origin as Place)} → ${placeOf(dest as Place)}` }),
    fields,
  }
}

/** Returns what the names in a path stand for; undefined for another path. */
function pathValues(pattern: string, pathname: string): Values | undefined {
  const parts = pathname.split('/')
  const names = pattern.split('/')
  const fits = names.every((name, index) =>
    name.startsWith(':') ? /^[\da-f-]{36}$/.test(parts[index] ?? '') : name === parts[index],
  )
  if (!fits || parts.length !== names.length) return undefined
  return Object.fromEntries(
    names.flatMap((name, index) => (name.startsWith(':') ? [[name.slice(1), parts[index]]] : [])),
  )
}

const headersOf = (headers: Headers): Values =>
  Object.fromEntries(
    [...headers].flatMap(([name, value]) => (name === 'content-type' ? [] : [[headerFields[name] ?? name, value]])),
  )

function flatten(body: Values): Values {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      containers.includes(name) && typeof value === 'object' && value !== null
        ? Object.entries(flatten(value as Values)) // an object of JSON
        : [[name, value]],
    ),
  )
}

function shownValue(name: SentFieldName, value: unknown): string {
  const field: { isValueHidden?: true } = sentFields[name]
  if (field.isValueHidden) return ''
  return textOf(name, value).slice(0, maxValueLength)
}

function textOf(name: SentFieldName, value: unknown): string {
  if (value === null) return 'none'
  if (name === 'origin' || name === 'dest') return placeOf(value as Place)
  if (name === 'rate') return rateOf(value as PostedRate)
  if ((name === 'askCents' || name === 'cents') && typeof value === 'number') return formatMoney(value)
  const unit = units[name]
  if (unit !== undefined && typeof value === 'number') return `${formatCount(value)} ${unit}`
  if (name === 'loadIds' && Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const placeOf = ({ city, state }: Place): string => `${city}, ${state}`
const rateOf = ({ cents, basis }: PostedRate): string =>
  basis === 'flat' ? formatMoney(cents) : `${formatPerMile(cents)}/mi`
