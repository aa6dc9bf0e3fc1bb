import * as z from 'zod/mini'
import { EquipmentClass } from '../boards/equipment.ts'
import { LoadFacts, Place } from '../boards/posted-load.ts'
import { EmailState } from '../emails/email-state.ts'
import { Day } from '../format/new-york-days.ts'
import { singleLine } from '../format/text.ts'
import { LoadStatus } from '../loads/load-status.ts'
import { Outcome } from '../loads/outcomes.ts'
import { Truck } from '../trucks/trucks.ts'

/** How long an ask of the user waits without an answer until it is due for a call, in minutes; null: never. */
export const DueMinutes = z.nullable(z.int().check(z.minimum(5), z.maximum(240)))
export type DueMinutes = z.infer<typeof DueMinutes>

/** Days on which a truck takes no loads, and why. */
export const Absence = z.strictObject({
  from: Day,
  until: Day,
  note: z.optional(singleLine(60)),
})
export type Absence = z.infer<typeof Absence>

/** The load that a truck was booked with last. */
export const TruckBooking = z.object({
  loadId: z.uuid(),
  at: z.iso.datetime(),
  cents: z.nullable(z.int()),
  origin: Place,
  dest: Place,
  company: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** When the truck is empty after the delivery, as estimated at the booking. */
  emptyAt: z.iso.datetime(),
})
export type TruckBooking = z.infer<typeof TruckBooking>

/** Figures of open asks. */
export const AskSummary = z.object({
  count: z.int(),
  sumCents: z.int(),
  /** The highest ask, and the highest per loaded mile of those with known miles. */
  bestCents: z.nullable(z.int()),
  bestPerMileCents: z.nullable(z.int()),
  oldestAt: z.nullable(z.iso.datetime()),
  /** How many are due for a call. */
  due: z.int(),
})
export type AskSummary = z.infer<typeof AskSummary>

/** The newest answer to any ask of a truck, also to one that it ended. */
const lastAnswer = z.object({
  loadId: z.uuid(),
  at: z.iso.datetime(),
  status: LoadStatus,
  outcome: z.nullable(Outcome),
  company: z.nullable(z.string()),
})
export type LastAnswer = z.infer<typeof lastAnswer>

/** A row of the truck board. */
export const BoardTruck = z.object({
  truck: z.object(Truck.shape),
  /** Whether place and empty time are those of the delivery of its booked load. */
  isFromDelivery: z.boolean(),
  booking: z.nullable(TruckBooking),
  /** Days without loads that are not over. */
  absence: z.nullable(Absence),
  asks: AskSummary,
  lastAnswer: z.nullable(lastAnswer),
  /** Asks from before its booking that are still open. */
  takeBack: z.int(),
})
export type BoardTruck = z.infer<typeof BoardTruck>

/** Trucks that one person took over from another, with the names of all. */
export const TakenTrucks = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  from: z.string(),
  to: z.string(),
  trucks: z.array(z.string()),
  /** Whether the caller may undo it: gave or took them, and the taker still has one. */
  mayUndo: z.boolean(),
})
export type TakenTrucks = z.infer<typeof TakenTrucks>

export const TruckBoard = z.object({
  /** In the order they were saved. */
  trucks: z.array(BoardTruck),
  /** Asks that named none of the trucks, or one that was removed. */
  withoutTruck: AskSummary,
  /** All open asks; one for two trucks counts once. */
  asks: AskSummary,
  dueMinutes: DueMinutes,
  /** What teammates took over from the caller in the last twelve hours, the newest first. */
  taken: z.array(TakenTrucks),
})
export type TruckBoard = z.infer<typeof TruckBoard>

/** An email or call about a load whose pickup is not over, and which no answer ended. */
export const OpenAsk = z.object({
  loadId: z.uuid(),
  facts: z.object(
    z.pick(LoadFacts, {
      board: true,
      origin: true,
      dest: true,
      pickupDay: true,
      pickupUntilDay: true,
      pickupTime: true,
      pickupUntilTime: true,
      equipment: true,
      tripMiles: true,
      deadheadMiles: true,
      rate: true,
      company: true,
      contactEmail: true,
      phone: true,
      mc: true,
      reference: true,
    }).shape,
  ),
  equipmentClass: z.nullable(EquipmentClass),
  askCents: z.nullable(z.int()),
  /** The newest email or call. */
  askedAt: z.iso.datetime(),
  /** The trucks that its asks named, the newest first; several are candidates for one load. */
  truckIds: z.array(z.uuid()),
  status: LoadStatus,
  outcome: z.nullable(Outcome),
  note: z.nullable(z.string()),
  /** When it is due for a call; null: not before its pickup is over. */
  dueAt: z.nullable(z.iso.datetime()),
  /** When the user wants to call back. */
  callBackAt: z.nullable(z.iso.datetime()),
  /** The teammate who asked, before the user took over the truck; null: the user. */
  askedBy: z.nullable(z.string()),
})
export type OpenAsk = z.infer<typeof OpenAsk>

/** Asks due for a call, the longest due first, and those to call back at a later time, the earliest first. */
export const DueCalls = z.object({
  dueMinutes: DueMinutes,
  due: z.array(OpenAsk),
  later: z.array(OpenAsk),
  /** When the next ask gets due; null if none does. */
  nextDueAt: z.nullable(z.iso.datetime()),
})
export type DueCalls = z.infer<typeof DueCalls>

/** What the next person has to know of a truck. */
const truckNote = z.object({ text: z.string(), at: z.iso.datetime(), by: z.string() })

export const maxTruckNote = 200

/** An email that may or may not have left, about a truck. */
const unconfirmedEmail = z.object({
  id: z.uuid(),
  loadId: z.nullable(z.uuid()),
  origin: Place,
  dest: Place,
  company: z.nullable(z.string()),
  askCents: z.nullable(z.int()),
  at: z.iso.datetime(),
})
export type UnconfirmedEmail = z.infer<typeof unconfirmedEmail>

/** What is open of a truck at the end of a shift. */
export const HandoverTruck = z.object({
  truck: z.object(Truck.shape),
  booking: z.nullable(TruckBooking),
  /** Its booked load's pickup, if that is today or tomorrow there. */
  pickup: z.nullable(z.object({ day: Day, time: z.nullable(z.string()), isTomorrow: z.boolean() })),
  absence: z.nullable(Absence),
  note: z.nullable(truckNote),
  asks: AskSummary,
  /** Those that matter most, first: countered, replied, due, then the oldest; at most `maxHandoverAsks`. */
  open: z.array(OpenAsk),
  unconfirmed: z.array(unconfirmedEmail),
})
export type HandoverTruck = z.infer<typeof HandoverTruck>

export const maxHandoverAsks = 8

/** The trucks of a person with what is open of each, for who takes over. */
export const Handover = z.object({
  /** Whose trucks these are. */
  from: z.object({ userId: z.uuid(), name: z.string() }),
  /** Those with something open first. */
  trucks: z.array(HandoverTruck),
  /** What was taken over from this person in the last twelve hours. */
  taken: z.array(TakenTrucks),
  /** The team's people with trucks, the caller first; only the caller without a team. */
  people: z.array(z.object({ userId: z.uuid(), name: z.string(), trucks: z.int() })),
  /** The team's newest 20 of 90 days. */
  earlier: z.array(TakenTrucks),
})
export type Handover = z.infer<typeof Handover>

/** Why a withdrawal cannot be emailed, so that the broker needs a call. */
export const CallReason = z.enum(['has-outcome', 'no-email', 'suppressed', 'mailbox-limit', 'no-mailbox'])
export type CallReason = z.infer<typeof CallReason>

/** One of a booked truck's other asks. */
export const TakeBackAsk = z.object({
  ask: OpenAsk,
  /** Who got the first email; null for calls alone. */
  to: z.nullable(z.string()),
  /** Set once the withdrawal was accepted. */
  withdrawal: z.nullable(z.object({ emailId: z.uuid(), state: EmailState })),
  callReason: z.nullable(CallReason),
})
export type TakeBackAsk = z.infer<typeof TakeBackAsk>

/** An email that was undone because its truck was booked. */
const undoneAsk = z.object({
  loadId: z.nullable(z.uuid()),
  origin: Place,
  dest: Place,
  company: z.nullable(z.string()),
  to: z.string(),
  askCents: z.nullable(z.int()),
  askedAt: z.iso.datetime(),
})
export type UndoneAsk = z.infer<typeof undoneAsk>

/** What became of the other open asks of a booked truck. */
export const TakeBack = z.object({
  booking: z.nullable(TruckBooking),
  /** What still waited when the truck was booked, and was undone. */
  undone: z.array(undoneAsk),
  /** Those that a withdrawal can be emailed to. */
  ready: z.array(TakeBackAsk),
  /** Those that need a call. */
  call: z.array(TakeBackAsk),
  /** Those whose withdrawal was accepted. */
  withdrawn: z.array(TakeBackAsk),
  /** The text of a withdrawal, to change: `Our truck in Olathe, KS is booked, thank you.` */
  text: z.string(),
})
export type TakeBack = z.infer<typeof TakeBack>

export const maxWithdrawals = 200
export const maxWithdrawalText = 500
