import type { Rests, TripPlanInputs } from './driving-hours.ts'

const minute = 60_000

/** A case in minutes after `now`; `emptyAt`, `opens` and `closes` as well. */
type DrivingCase = {
  what: string
  clocks?: [drive: number, window: number, cycle: number]
  emptyAt?: number
  /** At 50 mi an hour, 5 miles are 6 minutes. */
  deadheadMiles?: number
  tripMiles: number
  opens?: number
  closes?: number
  /** Minutes to the pickup, until loading begins, and to the delivery, by hand. */
  pickup: number
  loads?: number
  delivery: number
  /** Of the trip; none without. */
  rests?: Partial<Rests>
}

/** Loading takes 60 minutes in all of them. The comments have the arithmetic after loading. */
export const drivingCases: DrivingCase[] = [
  { what: '8 hours of driving need no break', tripMiles: 400, pickup: 0, delivery: 60 + 480 },
  // 480, break, 2
  { what: '1 mile more needs one', tripMiles: 401, pickup: 0, delivery: 60 + 480 + 30 + 2, rests: { breaks: 1 } },
  // 480, break, 180; the window ends 780 after loading
  { what: '11 hours are driven on one day', tripMiles: 550, pickup: 0, delivery: 60 + 690, rests: { breaks: 1 } },
  // 480, rest, 182: shorter than a break, 180, a rest and 2
  { what: 'the rest replaces a break', tripMiles: 551, pickup: 0, delivery: 60 + 1_262, rests: { rests: 1 } },
  // 54 to the pickup; 480, rest, 480, break, 152
  {
    what: 'Elgin, Joliet, Dallas',
    deadheadMiles: 45,
    tripMiles: 926,
    pickup: 54,
    delivery: 54 + 60 + 1_742,
    rests: { breaks: 1, rests: 1 },
  },
  // 240 to the end of the window, rest, 120
  {
    what: 'the 14-hour window ends the day',
    clocks: [660, 300, 4_200],
    tripMiles: 300,
    pickup: 0,
    delivery: 60 + 960,
    rests: { rests: 1 },
  },
  {
    what: 'loading may outlast the window, driving may not',
    clocks: [660, 30, 4_200],
    tripMiles: 50,
    pickup: 0,
    delivery: 60 + 660,
    rests: { rests: 1 },
  },
  // 60, restart, 60
  {
    what: '70 hours in 8 days end in a restart',
    clocks: [660, 840, 120],
    tripMiles: 100,
    pickup: 0,
    delivery: 60 + 2_160,
    rests: { restarts: 1 },
  },
  // 480, restart, 360: shorter than a break, 160, the restart and 200
  {
    what: 'a restart replaces the break before it',
    clocks: [660, 840, 700],
    tripMiles: 700,
    pickup: 0,
    delivery: 60 + 2_880,
    rests: { restarts: 1 },
  },
  // restart, 120 to the pickup
  {
    what: 'no hours left at all',
    clocks: [0, 0, 0],
    deadheadMiles: 100,
    tripMiles: 50,
    pickup: 2_160,
    delivery: 2_160 + 60 + 60,
  },
  // rest, 60 to the pickup
  {
    what: 'a full cycle does not help without a rest',
    clocks: [0, 500, 4_200],
    deadheadMiles: 50,
    tripMiles: 50,
    pickup: 660,
    delivery: 660 + 60 + 60,
  },
  {
    what: 'empty for 11 hours is a rest',
    clocks: [60, 60, 3_000],
    emptyAt: -660,
    deadheadMiles: 50,
    tripMiles: 50,
    pickup: 60,
    delivery: 60 + 60 + 60,
  },
  // 60 of the window are left; 60, rest, 60
  {
    what: 'empty for 5 hours runs the window down',
    clocks: [300, 360, 3_000],
    emptyAt: -300,
    deadheadMiles: 100,
    tripMiles: 50,
    pickup: 720,
    delivery: 720 + 60 + 60,
  },
  { what: 'empty later starts later', emptyAt: 90, tripMiles: 50, pickup: 90, delivery: 90 + 60 + 60 },
  // the wait of 700 is a rest
  {
    what: 'a long wait at the pickup is a rest',
    clocks: [240, 600, 4_200],
    deadheadMiles: 50,
    tripMiles: 400,
    opens: 760,
    closes: 900,
    pickup: 60,
    loads: 760,
    delivery: 760 + 60 + 480,
  },
  // waiting 480 leaves no window after loading: rest, 360; staying 600 leaves all of it: 360
  {
    what: 'staying on for a full rest can deliver earlier',
    clocks: [240, 600, 4_200],
    deadheadMiles: 50,
    tripMiles: 300,
    opens: 540,
    closes: 720,
    pickup: 60,
    loads: 660,
    delivery: 660 + 60 + 360,
  },
  {
    what: 'but not beyond the time that pickup closes',
    clocks: [240, 600, 4_200],
    deadheadMiles: 50,
    tripMiles: 300,
    opens: 540,
    closes: 600,
    pickup: 60,
    loads: 540,
    delivery: 540 + 60 + 600 + 360,
    rests: { rests: 1 },
  },
  { what: 'a load around the corner', deadheadMiles: 0, tripMiles: 1, pickup: 0, delivery: 60 + 2 },
  // 3,360 of driving take six days of at most 660: three of 480 without a break, and three with one
  {
    what: 'coast to coast',
    tripMiles: 2_800,
    pickup: 0,
    delivery: 60 + 3_360 + 5 * 600 + 3 * 30,
    rests: { breaks: 3, rests: 5 },
  },
]

/** The inputs of a case at an instant. */
export const inputsOf = (
  {
    clocks: [drive, window, cycle] = [660, 840, 4_200],
    emptyAt = 0,
    deadheadMiles = 0,
    tripMiles,
    opens,
    closes,
  }: DrivingCase,
  now: number,
): TripPlanInputs => ({
  clocks: { drive, window, cycle },
  emptyAt: now + emptyAt * minute,
  now,
  deadheadMiles,
  tripMiles,
  pickupFrom: opens === undefined ? undefined : now + opens * minute,
  pickupUntil: closes === undefined ? undefined : now + closes * minute,
})
