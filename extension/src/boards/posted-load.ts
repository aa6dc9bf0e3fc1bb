import { PostedLoad } from '@loadping/contract/boards/posted-load'
import * as z from 'zod/mini'

export type Values = Partial<Record<keyof PostedLoad, unknown>>

/**
 * Returns the load of these values, later ones before earlier ones and without those that no load can have; undefined
 * without a lane.
 */
export function toLoad(...sources: Values[]): PostedLoad | undefined {
  const load: Values = {}
  for (const field of fields) {
    const value = sources.findLast((values) => values[field] !== undefined)?.[field]
    const valid = value === undefined ? undefined : validValue(field, value)
    if (valid !== undefined) load[field] = valid
  }
  return isLoad(load) ? load : undefined
}

const { shape } = PostedLoad
const fields = Object.keys(shape) as (keyof PostedLoad)[]

const required = fields.filter((field) => !z.safeParse(shape[field], undefined).success)
const isLoad = (load: Values): load is PostedLoad => required.every((field) => field in load)

/** The valid values of fields, by what was read: the rows of a board repeat most of them. */
const known = new Map<string, unknown>()
const maxKnown = 4000
/** Fields that no two rows or readings have in common. */
const unique: ReadonlySet<string> = new Set<keyof PostedLoad>(['boardLoadId', 'postedAt'])

/** Returns a value as a load has it, or undefined for one that no load can have. */
function validValue(field: keyof PostedLoad, value: unknown): unknown {
  if (unique.has(field)) return parse(field, value)
  const key = field + JSON.stringify(value)
  if (known.has(key)) return known.get(key)
  if (known.size >= maxKnown) known.clear()
  const valid = parse(field, value)
  known.set(key, valid)
  return valid
}

const parse = (field: keyof PostedLoad, value: unknown): unknown =>
  z.safeParse(shape[field], typeof value === 'string' ? value.slice(0, lengths[field]) : value).data

/** Returns what a carrier is offered: the user's own posting, with the carrier as the one to write to. */
export function offerTo(posting: PostedLoad, carrierId: string, carrier: Values): PostedLoad | undefined {
  const { company: _company, contactEmail: _email, phone: _phone, mc: _mc, dot: _dot, ...freight } = posting
  return toLoad({ ...freight, ...carrier, boardLoadId: `${posting.boardLoadId}-${carrierId}` })
}

/** Texts are cut where a load cannot hold more. */
const lengths: Partial<Record<string, number>> = {
  company: 120,
  phone: 40,
  reference: 60,
  commodity: 120,
  comments: 1000,
}
