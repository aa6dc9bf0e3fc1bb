import type { LoadFilter } from '@loadping/contract/loads/saved-loads'
import { milesPerDegree, type Point } from '@loadping/contract/places/great-circle'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { searchTextContains } from '../db/search-text.ts'
import type { Tables } from '../db/tables.ts'
import { findCity } from '../places/gazetteer.ts'

const load = expressionBuilder<Tables, 'load'>()

export type Filtering = {
  /** All whose loads the caller sees. */
  userIds: string[]
  filter: LoadFilter
  now: Date
  /** Join keys of loads whose note the search finds in a row that another one stands for. */
  notedKeys: string[]
  /** Join keys of loads that the person of the filter `by` and another of these users have. */
  sharedKeys: string[]
}

/** Returns what a filter asks of a load, apart from that it is not deleted. */
export const conditionsOf = ({ userIds, filter, now, notedKeys, sharedKeys }: Filtering): Expression<SqlBool>[] => [
  ...given(filter.search || undefined, (text) => isFound(text, notedKeys)),
  ...given(filter.by, (userId) => isSavedBy(userIds.includes(userId) ? userId : null, sharedKeys)),
  ...given(filter.status, (statuses) => isAmong(load.ref('status'), statuses)),
  ...given(filter.equipment, (classes) => isAmong(load.ref('equipmentClass'), classes)),
  ...given(filter.board, isOnBoard),
  ...given(filter.pickupFrom, (day) => load('pickupDay', '>=', day)),
  ...given(filter.pickupUntil, (day) => load('pickupDay', '<=', day)),
  ...given(filter.minRpm, (cents) => load('rpmCents', '>=', Number(cents))),
  ...given(filter.minRateCents, (cents) => load('rateCents', '>=', Number(cents))),
  ...given(filter.maxRateCents, (cents) => load('rateCents', '<=', Number(cents))),
  ...given(filter.broker || undefined, (name) => contains(load.ref('company'), name)),
  ...given(filter.maxAgeHours, (hours) => load('postedAt', '>=', new Date(now.getTime() - Number(hours) * 3_600_000))),
  ...given(filter.origin || undefined, (place) => isNear('origin', place, Number(filter.originMiles ?? 0))),
  ...given(filter.dest || undefined, (place) => isNear('dest', place, Number(filter.destMiles ?? 0))),
]

const given = (value: string | undefined, condition: (value: string) => Expression<SqlBool>) =>
  value === undefined ? [] : [condition(value)]

function isFound(text: string, notedKeys: string[]) {
  const isInText = searchTextContains(text)
  return notedKeys.length === 0 ? isInText : sql<boolean>`(${isInText} or join_key = any(${notedKeys}::uuid[]))`
}

const isSavedBy = (userId: string | null, sharedKeys: string[]) =>
  sql<boolean>`(load.user_id = ${userId} or join_key = any(${sharedKeys}::uuid[]))`

const isAmong = (column: Expression<string | null>, values: string) =>
  sql<boolean>`${column} = any(${values.split(',')}::text[])`

const contains = (column: Expression<string | null>, text: string) =>
  sql<boolean>`${column} like ${`%${startOf(text).replace(/[\\%_]/g, '\\$&')}%`}`

/** As much of a name as the column has. */
const startOf = (text: string): string => [...text.trim().toLowerCase()].slice(0, 40).join('')

function isOnBoard(boards: string) {
  const names = boards.split(',')
  return sql<boolean>`(board = any(${names}::text[]) or (board is null and ${names.includes('none')}))`
}

/** In a state, in a city, or around a city that the gazetteer knows; another counts by its name alone. */
function isNear(end: 'origin' | 'dest', place: string, miles: number) {
  const [state = '', city] = place
    .split(',')
    .reverse()
    .map((part) => part.trim())
  if (city === undefined) return sql<boolean>`${load.ref(end)} like ${`%, ${state.toLowerCase()}`}`
  const known = findCity(city, state.toUpperCase())
  if (known && miles > 0) return isWithin(end, known, miles)
  const names = [`${city}, ${state}`, ...(known ? [`${known.city}, ${known.state}`] : [])]
  return load(
    end,
    'in',
    names.map((name) => name.toLowerCase().slice(0, 40)),
  )
}

/** The latitude keeps most loads from the distance's arithmetic. */
function isWithin(end: 'origin' | 'dest', { latitude, longitude }: Point, miles: number) {
  const toLatitude = load.ref(`${end}Latitude`)
  const toLongitude = load.ref(`${end}Longitude`)
  const degrees = miles / milesPerDegree
  return sql<boolean>`(${toLatitude} between ${latitude - degrees} and ${latitude + degrees}
    and sind((${toLatitude} - ${latitude}::float8) / 2) ^ 2 + cosd(${latitude}::float8) * cosd(${toLatitude})
      * sind((${toLongitude} - ${longitude}::float8) / 2) ^ 2 <= sind(${degrees}::float8 / 2) ^ 2)`
}
