import * as z from 'zod/mini'
import { EmailAddress } from '../format/email-address.ts'
import { Day } from '../format/new-york-days.ts'
import { Temperature } from '../format/temperature.ts'
import { multiLine, singleLine } from '../format/text.ts'
import { BoardId } from './board-id.ts'

/** A city in the US, Canada or Mexico; `state` is the postal abbreviation of the state or province. */
export const Place = z.strictObject({
  city: singleLine(80, 1),
  state: z.string().check(z.regex(/^[A-Z]{2}$/, 'Enter the two letters of the state, such as IL')),
  postalCode: z.optional(singleLine(12)),
})
export type Place = z.infer<typeof Place>

/** A posted rate, for the whole trip or per loaded mile. */
export const PostedRate = z.strictObject({
  cents: z.int().check(z.minimum(1), z.maximum(100_000_00)),
  basis: z.enum(['flat', 'per-mile']),
})
export type PostedRate = z.infer<typeof PostedRate>

const miles = z.int().check(z.minimum(0), z.maximum(20_000))

/** A time of day, `HH:MM`, in the time zone of the place. */
const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 14:30'))

/** A time that a page or the caller states, within reason. */
export const Instant = z.iso
  .datetime()
  .check(z.refine((instant) => instant >= '2000' && instant < '2101', 'Out of range'))

/** What is known of a load. Missing values are absent, never a dash, zero or empty text. */
export const LoadFacts = z.strictObject({
  /** The board with its posting ID; both are absent for a load that came by email or chat. */
  board: z.optional(BoardId),
  boardLoadId: z.optional(singleLine(100, 1)),
  origin: Place,
  dest: Place,
  pickupDay: z.optional(Day),
  pickupUntilDay: z.optional(Day),
  pickupTime: z.optional(Clock),
  pickupUntilTime: z.optional(Clock),
  /** The last day and time to deliver. */
  deliveryDay: z.optional(Day),
  deliveryTime: z.optional(Clock),
  /** The board's equipment code, or DAT's without a board; its meaning depends on the board. */
  equipment: z.optional(singleLine(20, 1)),
  fullPartial: z.optional(z.enum(['full', 'partial', 'both'])),
  lengthFeet: z.optional(z.int().check(z.minimum(1), z.maximum(199))),
  weightPounds: z.optional(z.int().check(z.minimum(1), z.maximum(200_000))),
  tripMiles: z.optional(miles),
  deadheadMiles: z.optional(miles),
  rate: z.optional(PostedRate),
  company: z.optional(singleLine(120, 1)),
  contactEmail: z.optional(EmailAddress),
  /** Where a board shows that address; absent: as the poster's contact. */
  emailFrom: z.optional(z.enum(['contact', 'comments'])),
  phone: z.optional(singleLine(40, 1)),
  reference: z.optional(singleLine(60, 1)),
  mc: z.optional(z.string().check(z.regex(/^\d{1,8}$/, 'Enter the digits of the MC number, 8 at most'))),
  dot: z.optional(z.string().check(z.regex(/^\d{1,8}$/, 'Enter the digits of the USDOT number, 8 at most'))),
  commodity: z.optional(singleLine(120, 1)),
  temperature: z.optional(Temperature),
  comments: z.optional(multiLine(1000)),
  creditScore: z.optional(z.int().check(z.minimum(0), z.maximum(999))),
  daysToPay: z.optional(z.int().check(z.minimum(0), z.maximum(999))),
  postedAt: z.optional(Instant),
})
export type LoadFacts = z.infer<typeof LoadFacts>

/** A load as one board shows it. */
export const PostedLoad = z.extend(LoadFacts, { board: BoardId, boardLoadId: singleLine(100, 1) })
export type PostedLoad = z.infer<typeof PostedLoad>
