import { formatPlainDollars } from '../format/money.ts'
import { formatReeferMode } from '../format/temperature.ts'
import { ratesOf } from './load-rates.ts'
import type { SavedLoad } from './saved-loads.ts'

type Value = string | number | null | undefined

const columns: [title: string, read: (load: SavedLoad, savedBy: string) => Value][] = [
  ['status', ({ status }) => status],
  ['posted', ({ facts, firstSeenAt }) => facts.postedAt ?? firstSeenAt],
  ['pickup', ({ facts }) => facts.pickupDay],
  ['origin city', ({ facts }) => facts.origin.city],
  ['origin state', ({ facts }) => facts.origin.state],
  ['destination city', ({ facts }) => facts.dest.city],
  ['destination state', ({ facts }) => facts.dest.state],
  ['equipment', ({ facts }) => facts.equipment],
  ['full or partial', ({ facts }) => facts.fullPartial],
  ['length ft', ({ facts }) => facts.lengthFeet],
  ['weight lb', ({ facts }) => facts.weightPounds],
  ['trip miles', ({ facts }) => facts.tripMiles],
  ['deadhead miles', ({ facts }) => facts.deadheadMiles],
  ['rate', ({ facts }) => dollars(ratesOf(facts).totalCents)],
  ['rate per mile', ({ facts }) => dollars(ratesOf(facts).rpmCents)],
  ['rate per mile, all-in', ({ facts }) => dollars(ratesOf(facts).allInRpmCents)],
  ['company', ({ facts }) => facts.company],
  ['email', ({ facts }) => facts.contactEmail],
  ['phone', ({ facts }) => facts.phone],
  ['MC', ({ facts }) => facts.mc],
  ['USDOT', ({ facts }) => facts.dot],
  ['reference', ({ facts }) => facts.reference],
  ['commodity', ({ facts }) => facts.commodity],
  ['temperature °F', ({ facts }) => facts.temperature?.lowF],
  ['temperature °F, until', ({ facts }) => facts.temperature?.highF],
  ['reefer runs', ({ facts }) => facts.temperature && formatReeferMode(facts.temperature)],
  ['board', ({ facts }) => facts.board],
  ['ask', ({ askCents }) => dollars(askCents)],
  ['contacted', ({ contactedAt }) => contactedAt],
  ['outcome', ({ outcome }) => outcome?.kind],
  ['outcome rate', ({ outcome }) => dollars(outcome?.cents)],
  ['note', ({ note }) => note],
  ['saved by', (_, savedBy) => savedBy],
]

const dollars = (cents: number | null | undefined): Value =>
  cents === null || cents === undefined ? null : formatPlainDollars(Math.round(cents))

/** The titles of an export's columns. */
export const loadCsvHead: string[] = columns.map(([title]) => title)

/** One load as a row of an export. */
export const loadCsvRow = (load: SavedLoad, savedBy: string): (string | number | null)[] =>
  columns.map(([, read]) => read(load, savedBy) ?? null)
