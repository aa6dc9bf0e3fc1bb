import type { Truck } from '@loadping/contract/trucks/trucks'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Selects a user's trucks in the order they were saved. Their place is null unless city and state are known. */
export const trucksOf = (db: Db, userId: string) =>
  db
    .selectFrom('truck')
    .select(['id', 'name', 'equipment', 'emptyAt', ...hours, 'isCurrent', place.as('place')])
    .where('userId', '=', userId)
    .orderBy('position')

const hours = ['driveMinutes', 'windowMinutes', 'cycleMinutes'] as const

const place = sql<NonNullable<Truck['place']> | null>`case when city is not null and state is not null
  then json_strip_nulls(json_build_object('city', city, 'state', state, 'postalCode', postal_code)) end`

/** Selects what a mile costs a user; no row before they say. */
export const costsOf = (db: Db, userId: string) =>
  db
    .selectFrom('costProfile')
    .select([
      'basis',
      'perMileCents',
      'milesPerGallon',
      'driverPerMileCents',
      'otherPerMileCents',
      'feesPercent',
      'targetRpmCents',
    ])
    .where('userId', '=', userId)

/** Selects the trucks that a user took over or gave. */
export const ownHandovers = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('truckHandover')
    .select(['id', 'truckId', 'truckName', 'fromUser', 'toUser', 'organizationId', 'at'])
    .where((eb) => eb.or({ fromUser: userId, toUser: userId }))

/** Selects a user's trucks as they are stored. */
export const ownTrucks = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('truck')
    .select(['id', 'position', 'name', 'equipment', 'city', 'state', 'postalCode', 'emptyAt', ...hours, 'isCurrent'])
    .where('userId', '=', userId)
