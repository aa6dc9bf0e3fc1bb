/** Clocks of a driver, in minutes left: 11 hours of driving, the 14-hour window, 70 hours in 8 days. */
export type DriverClocks = { drive: number; window: number; cycle: number }

/** A driver's clocks after a restart, which are the most that they can show. */
export const fullClocks: DriverClocks = { drive: 11 * 60, window: 14 * 60, cycle: 70 * 60 }

/** What a driver does for a load; instants are milliseconds since 1970. */
export type TripPlanInputs = {
  clocks: DriverClocks
  /** When the truck is empty; the clocks are those of that moment. */
  emptyAt: number
  /** The plan starts at this moment if the truck is empty by then; the driver rested in between. */
  now: number
  deadheadMiles: number
  tripMiles: number
  /** When pickup opens and closes, where known. */
  pickupFrom?: number | undefined
  pickupUntil?: number | undefined
  deliveryUntil?: number | undefined
}

/** Rests of a leg: breaks of 30 minutes, rests of 10 hours, restarts of 34. */
export type Rests = { breaks: number; rests: number; restarts: number }

type Leg = Rests & { arrivesAt: number; driveMinutes: number }

export type TripPlan = {
  toPickup: Leg
  /** When loading can begin: on arrival, or when pickup opens. */
  loadsAt: number
  toDelivery: Leg
  /** The driver's clocks on arrival at the delivery. */
  clocksAtDelivery: DriverClocks
  /** Undefined without a time to be there. */
  makesPickup: boolean | undefined
  makesDelivery: boolean | undefined
}

/** An average over a trip, and the time to load; both are planning figures. */
export const averageMilesPerHour = 50
export const loadingMinutes = 60

const minute = 60_000
const breakMinutes = 30
const restMinutes = 10 * 60
const restartMinutes = 34 * 60
const drivingBeforeBreak = 8 * 60

/** The clocks with the minutes that may be driven until the next break. */
type Hours = DriverClocks & { untilBreak: number }

/**
 * Plans a load under 49 CFR 395.3: the earliest legal arrival at pickup and delivery. Leaves out split sleeper berths
 * and adverse conditions.
 */
export function planTrip(inputs: TripPlanInputs): TripPlan {
  const { clocks, emptyAt, now, deadheadMiles, tripMiles, pickupFrom, pickupUntil, deliveryUntil } = inputs
  const startsAt = Math.ceil(Math.max(now, emptyAt) / minute) * minute
  const atStart = rest({ ...clocks, untilBreak: breakLeft(clocks) }, Math.floor((startsAt - emptyAt) / minute))
  const deadhead = drive(atStart, driveMinutesOf(deadheadMiles))
  const atPickup = startsAt + deadhead.minutes * minute

  const wait = Math.max(0, ((pickupFrom ?? atPickup) - atPickup) / minute)
  const longer = [restMinutes, restartMinutes].filter(
    (stay) => stay > wait && pickupUntil !== undefined && atPickup + stay * minute <= pickupUntil,
  )
  const stays = [wait, ...longer].map((stay) => {
    const trip = drive(loadTruck(rest(deadhead.hours, stay)), driveMinutesOf(tripMiles))
    return { stay, trip, minutes: stay + loadingMinutes + trip.minutes }
  })
  const best = stays.reduce((one, other) => (other.minutes < one.minutes ? other : one))

  const loadsAt = atPickup + best.stay * minute
  const arrivesAt = loadsAt + (loadingMinutes + best.trip.minutes) * minute
  return {
    toPickup: { ...deadhead.rests, arrivesAt: atPickup, driveMinutes: driveMinutesOf(deadheadMiles) },
    loadsAt,
    toDelivery: { ...best.trip.rests, arrivesAt, driveMinutes: driveMinutesOf(tripMiles) },
    clocksAtDelivery: clocksOf(best.trip.hours),
    makesPickup: pickupUntil === undefined ? undefined : atPickup <= pickupUntil,
    makesDelivery: deliveryUntil === undefined ? undefined : arrivesAt <= deliveryUntil,
  }
}

const clocksOf = ({ drive: left, window, cycle }: Hours): DriverClocks => ({ drive: left, window, cycle })

/** Returns how long a truck drives a distance on average. */
export const driveMinutesOf = (miles: number): number => Math.ceil((miles * 60) / averageMilesPerHour)

/** Assumes no break yet in what was driven today: the break comes too early rather than too late. */
const breakLeft = ({ drive: left }: DriverClocks): number => Math.max(0, drivingBeforeBreak - (fullClocks.drive - left))

/** Passes time off duty. The 14-hour window runs on until a rest is complete. */
function rest(hours: Hours, minutes: number): Hours {
  const { cycle, window } = hours
  if (minutes >= restartMinutes) return { ...fullClocks, untilBreak: drivingBeforeBreak }
  if (minutes >= restMinutes) return { ...fullClocks, cycle, untilBreak: drivingBeforeBreak }
  const untilBreak = minutes >= breakMinutes ? drivingBeforeBreak : hours.untilBreak
  return { ...hours, window: Math.max(0, window - minutes), untilBreak }
}

/** Loads: on duty without driving, which may go beyond the window, and is a break. */
const loadTruck = ({ drive: left, window, cycle }: Hours): Hours => ({
  drive: left,
  window: Math.max(0, window - loadingMinutes),
  cycle: Math.max(0, cycle - loadingMinutes),
  untilBreak: drivingBeforeBreak,
})

type Drive = { minutes: number; hours: Hours; rests: Rests }

const noRests: Rests = { breaks: 0, rests: 0, restarts: 0 }

/** Drives for some minutes in the shortest time, over all choices between a break, a rest and a restart. */
function drive(hours: Hours, minutes: number, known = new Map<string, Drive>()): Drive {
  const stretch = Math.min(minutes, hours.drive, hours.window, hours.cycle, hours.untilBreak)
  const left = minutes - stretch
  const at: Hours = {
    drive: hours.drive - stretch,
    window: hours.window - stretch,
    cycle: hours.cycle - stretch,
    untilBreak: hours.untilBreak - stretch,
  }
  if (left === 0) return { minutes: stretch, hours: at, rests: noRests }

  const key = [left, at.drive, at.window, at.cycle].join()
  const cached = known.get(key)
  const onward = cached ?? fastest(at, left, known)
  if (!cached) known.set(key, onward)
  return { ...onward, minutes: stretch + onward.minutes }
}

/** Drives on after the stop that leads to the earliest end; between equal ones, after the shorter stop. */
function fastest(at: Hours, left: number, known: Map<string, Drive>): Drive {
  const canBreak = at.drive > 0 && at.cycle > 0 && at.window > breakMinutes
  const choices = [
    ...(canBreak ? [{ name: 'breaks' as const, minutes: breakMinutes }] : []),
    ...(at.cycle > 0 ? [{ name: 'rests' as const, minutes: restMinutes }] : []),
    ...(at.cycle < left ? [{ name: 'restarts' as const, minutes: restartMinutes }] : []),
  ]
  const drives = choices.map(({ name, minutes }): Drive => {
    const onward = drive(rest(at, minutes), left, known)
    return {
      ...onward,
      minutes: minutes + onward.minutes,
      rests: { ...onward.rests, [name]: onward.rests[name] + 1 },
    }
  })
  return drives.reduce((one, other) => (other.minutes < one.minutes ? other : one))
}
