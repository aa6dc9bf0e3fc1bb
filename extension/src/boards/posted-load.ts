import { PostedLoad } from '@loadping/contract/loads'

export type Values = Partial<Record<keyof PostedLoad, unknown>>

/**
 * Returns the load of these values, later ones before earlier ones and without those that no load can have; undefined
 * without a lane.
 */
export function toLoad(...sources: Values[]): PostedLoad | undefined {
  const load: Record<string, unknown> = {}
  for (const [field, value] of sources.flatMap((values) => Object.entries(values)))
    if (value !== undefined) load[field] = cut(field, value)
  const { data, error } = PostedLoad.safeParse(load)
  if (data) return data
  for (const { path } of error?.issues ?? []) delete load[String(path[0])]
  return PostedLoad.safeParse(load).data
}

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

function cut(field: string, value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, lengths[field]) : value
}
