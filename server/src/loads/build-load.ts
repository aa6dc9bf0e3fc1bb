import { randomUUIDv7 } from 'node:crypto'
import { equipmentClassOf } from '@loadping/contract/boards/equipment'
import type { Place } from '@loadping/contract/boards/posted-load'
import { companyKeyOf, laneKeyOf } from '@loadping/contract/boards/same-load'
import { formatTemperature } from '@loadping/contract/format/temperature'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import { findCity, findPostalCode } from '../places/gazetteer.ts'
import type { LoadRow } from './load-row.ts'
import type { NewLoad, NewLoadEvent, NewLoadName } from './loads.store.ts'

/** What a newer reading of a load needs of the row that it replaces. */
export type KnownLoad = Pick<LoadRow, 'id' | 'loadKey' | 'facts' | 'firstSeenAt' | 'deletedAt'>

type Building = {
  userId: string
  now: Date
  known: KnownLoad | undefined
  /** Undefined for a load without a posting ID, which is its own key. */
  loadKey: string | undefined
  facts: StoredFacts
}

/** Builds the row of a user's load with these facts, and the events of that. */
export function buildLoad({ userId, now, known, loadKey, facts }: Building) {
  const id = known?.id ?? randomUUIDv7()
  const firstSeenAt = known?.firstSeenAt ?? now
  const row: NewLoad = {
    userId,
    id,
    loadKey: known?.loadKey ?? loadKey ?? id,
    status: 'saved',
    ...columnsOf(facts),
    firstSeenAt,
    postedAt: facts.postedAt === undefined ? firstSeenAt : new Date(facts.postedAt),
    updatedAt: now,
  }
  const cents = rateCentsOf(facts)
  const event = { userId, loadId: id, by: userId, at: now, cents }
  const isRateChanged = known !== undefined && cents !== rateCentsOf(known.facts)
  const events: NewLoadEvent[] = [
    ...(!known || known.deletedAt ? [{ ...event, kind: 'saved' as const }] : []),
    ...(isRateChanged ? [{ ...event, kind: 'rate-changed' as const }] : []),
  ]
  return { row, events }
}

export type BuildingContacted = Building & {
  askCents: number | null
  /** The truck that the contact named, if any. */
  truckId?: string | null
}

/** Builds the same after an email or a call, which makes a saved load a contacted one. What is newly read wins. */
export function buildContacted({ askCents, truckId = null, ...building }: BuildingContacted) {
  const facts = { ...building.known?.facts, ...building.facts }
  const { row, events } = buildLoad({ ...building, facts })
  const contact = {
    status: 'contacted' as const,
    askCents,
    contactedAt: building.now,
    truckIds: truckId === null ? null : [truckId],
  }
  return { row: { ...row, ...contact }, events, names: namesOf(building.userId, facts, true) }
}

/** Returns the columns that are computed from the facts. */
function columnsOf(facts: StoredFacts) {
  const from = findPlace(facts.origin)
  const to = findPlace(facts.dest)
  return {
    facts: JSON.stringify(facts),
    board: facts.board ?? null,
    origin: nameOf(facts.origin),
    dest: nameOf(facts.dest),
    company: facts.company ? sortKeyOf(facts.company) : null,
    pickupDay: facts.pickupDay ?? null,
    equipmentClass: facts.equipment === undefined ? null : equipmentClassOf(facts.board, facts.equipment),
    tripMiles: facts.tripMiles ?? null,
    deadheadMiles: facts.deadheadMiles ?? null,
    rateCents: rateCentsOf(facts),
    laneKey: laneKeyOf(facts) ?? null,
    companyKey: facts.company ? companyKeyOf(facts.company) : null,
    mc: facts.mc ?? null,
    temperature: facts.temperature ? formatTemperature(facts.temperature) : null,
    originLatitude: from?.latitude ?? null,
    originLongitude: from?.longitude ?? null,
    destLatitude: to?.latitude ?? null,
    destLongitude: to?.longitude ?? null,
  }
}

/** Returns the names by which a load is found, by word; with those of its broker, if the user contacted them. */
export function namesOf(userId: string, facts: StoredFacts, isContacted: boolean): NewLoadName[] {
  const { origin, dest, company = '', mc = '' } = facts
  const broker = isContacted ? company : ''
  return [
    { name: nameOf(origin), broker: '' },
    { name: nameOf(dest), broker: '' },
    { name: sortKeyOf(company), broker },
    { name: broker === '' ? '' : mc, broker },
  ].flatMap((named) => wordsOf(named.name).map((word) => ({ userId, word, ...named })))
}

/** Splits a text in lower case at spaces and punctuation. */
export const wordsOf = (text: string): string[] => text.split(/[ -/:-@[-`{-~]+/).filter((word) => word !== '')

/** Returns the rate of the whole trip. */
const rateCentsOf = (facts: StoredFacts): number | null => postedTotalCents(facts) ?? null

const nameOf = ({ city, state }: Place): string => sortKeyOf(`${city}, ${state}`)

/** Few enough characters to fit an index. */
const sortKeyOf = (text: string): string => [...text.toLowerCase()].slice(0, 40).join('')

function findPlace({ city, state, postalCode = '' }: Place) {
  const byCode = findPostalCode(postalCode)
  return byCode?.state === state ? byCode : findCity(city, state)
}
