import * as z from 'zod/mini'
import { BoardId } from '../boards/board-id.ts'
import { EquipmentClass } from '../boards/equipment.ts'
import { LoadFacts, Place } from '../boards/posted-load.ts'
import { EmailState } from '../emails/email-state.ts'
import { Day } from '../format/new-york-days.ts'
import { plainLines, singleLine } from '../format/text.ts'
import { LaneDistance } from '../places/places.ts'
import { LoadStatus } from './load-status.ts'
import { Outcome, OutcomeKind } from './outcomes.ts'

/** What the server keeps of a load: no comments, credit score or days to pay. */
export const StoredFacts = z.omit(LoadFacts, { comments: true, creditScore: true, daysToPay: true })
export type StoredFacts = z.infer<typeof StoredFacts>

/** A load that a user saved, emailed or called about. */
export const SavedLoad = z.object({
  id: z.uuid(),
  /** Who saved it: the caller or, if they did not, a teammate. Only this user can change it. */
  userId: z.uuid(),
  /** Everyone of the team who saved it, this user first. */
  savedBy: z.optional(z.array(z.uuid())),
  facts: StoredFacts,
  equipmentClass: z.nullable(EquipmentClass),
  status: LoadStatus,
  /** The last one that any of them entered. */
  outcome: z.nullable(Outcome),
  /** Who entered it. */
  outcomeBy: z.optional(z.nullable(z.uuid())),
  /** The newest ask and its time; null without an email or call. */
  askCents: z.nullable(z.int()),
  contactedAt: z.nullable(z.iso.datetime()),
  /** The trucks that its emails named, the newest first. */
  truckIds: z.optional(z.array(z.uuid())),
  /** The newest note. */
  note: z.nullable(z.string()),
  firstSeenAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type SavedLoad = z.infer<typeof SavedLoad>

/** What happened to a load, from its own record, its emails and its calls. */
export const LoadEvent = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  userId: z.uuid(),
  /** `saved`, `rate-changed` and `called` state cents where known. */
  kind: z.enum(['saved', 'rate-changed', 'emailed', 'called', 'status', 'outcome', 'note']),
  cents: z.nullable(z.int()),
  status: z.nullable(LoadStatus),
  outcome: z.nullable(OutcomeKind),
  text: z.nullable(z.string()),
  /** Set for `emailed`. */
  email: z.nullable(z.object({ state: EmailState, to: z.string(), subject: z.string(), templateName: z.string() })),
})
export type LoadEvent = z.infer<typeof LoadEvent>

/** An email or call about the same load: the same posting, or the same company, lane, pickup day and equipment. */
export const SameLoadContact = z.object({
  userId: z.uuid(),
  type: z.enum(['EMAIL', 'PHONE']),
  at: z.iso.datetime(),
  askCents: z.nullable(z.int()),
  isSamePosting: z.boolean(),
})
export type SameLoadContact = z.infer<typeof SameLoadContact>

/** A team member as a load names them. */
export const LoadPerson = z.object({ userId: z.uuid(), name: z.string(), email: z.string() })
export type LoadPerson = z.infer<typeof LoadPerson>

/** One load with its history. */
export const LoadPage = z.object({
  load: SavedLoad,
  /** Newest first, 500 at most. */
  history: z.array(LoadEvent),
  /** Of the last 24 hours, newest first: teammates' contacts, and the caller's about other postings. */
  sameLoad: z.array(SameLoadContact),
  /** The caller and their team. */
  people: z.array(LoadPerson),
  distance: LaneDistance,
  /** When its public link ends; null without one. */
  linkExpiresAt: z.nullable(z.iso.datetime()),
})
export type LoadPage = z.infer<typeof LoadPage>

/** Counts and dates of the caller's and their team's earlier contacts. */
export const MemorySummary = z.object({
  asks: z.int(),
  /** Per loaded mile, of asks with known miles. */
  medianAskPerMileCents: z.nullable(z.int()),
  booked: z.int(),
  medianBookedPerMileCents: z.nullable(z.int()),
  /** The newest five. */
  latest: z.array(
    z.object({
      loadId: z.uuid(),
      userId: z.uuid(),
      at: z.iso.datetime(),
      origin: Place,
      dest: Place,
      askCents: z.nullable(z.int()),
      outcome: z.nullable(Outcome),
    }),
  ),
})
export type MemorySummary = z.infer<typeof MemorySummary>

/** Earlier contacts on the lane, both ends within 50 miles with the same equipment, and with the broker; 90 days. */
export const LoadMemory = z.object({ lane: MemorySummary, broker: z.nullable(MemorySummary) })
export type LoadMemory = z.infer<typeof LoadMemory>

/** What a link shows to anyone. */
export const SharedLoad = z.object({
  facts: z.extend(
    z.pick(LoadFacts, {
      origin: true,
      dest: true,
      pickupDay: true,
      pickupUntilDay: true,
      pickupTime: true,
      pickupUntilTime: true,
      deliveryDay: true,
      deliveryTime: true,
      fullPartial: true,
      lengthFeet: true,
      weightPounds: true,
      temperature: true,
      tripMiles: true,
    }),
    /** In words, because a code tells the board. */
    { equipment: z.optional(z.string()) },
  ),
  distance: LaneDistance,
  expiresAt: z.iso.datetime(),
})
export type SharedLoad = z.infer<typeof SharedLoad>

/** How long a link to a load works. */
export const linkHours = 72

/** Ascending, the youngest load comes first by `age`: by when it was posted or, if unknown, first seen. */
export const LoadSort = z.enum([
  'age',
  'pickup',
  'origin',
  'dest',
  'trip',
  'deadhead',
  'rate',
  'rpm',
  'all-in-rpm',
  'ask',
  'equipment',
  'company',
  'board',
  'status',
])
export type LoadSort = z.infer<typeof LoadSort>

/** Values of an enum separated by commas, as a query string has them. */
const listOf = (values: readonly string[]) =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^(${values.join('|')})(,(${values.join('|')})){0,${values.length - 1}}$`),
        `Choose from ${values.join(', ')}, with commas between`,
      ),
    )

/** A city with its state, or a state alone. */
const placeName = singleLine(90).check(
  z.regex(/^(?:[^,]{1,80},\s*)?[A-Za-z]{2}$/, 'Enter a city and state, such as Joliet, IL, or a state, such as IL'),
)

const radius = z.string().check(
  z.regex(/^\d{1,3}$/, 'Enter a radius in miles, 500 at most'),
  z.refine((miles) => Number(miles) <= 500, 'Enter a radius in miles, 500 at most'),
)

const cents = (digits: RegExp, message: string) => z.string().check(z.regex(digits, message))
const rateCents = cents(/^\d{1,8}$/, 'Enter a rate in cents, such as 150000 for $1,500')

/** Filters apply together. `search` matches cities, company, reference, MC number, temperature and the beginning
 * of the note. */
export const LoadFilter = z.strictObject({
  search: z.optional(singleLine(100)),
  status: z.optional(listOf(LoadStatus.options)),
  equipment: z.optional(listOf(EquipmentClass.options)),
  board: z.optional(listOf([...BoardId.options, 'none'])),
  pickupFrom: z.optional(Day),
  pickupUntil: z.optional(Day),
  /** One of those who saved it; absent: the caller and the whole team. */
  by: z.optional(z.uuid()),
  /** Rate per loaded mile of at least this, in cents. */
  minRpm: z.optional(cents(/^\d{1,5}$/, 'Enter a rate per mile in cents, such as 250')),
  /** Rate of the whole trip, both ends included. */
  minRateCents: z.optional(rateCents),
  maxRateCents: z.optional(rateCents),
  /** Where the trip begins and ends: in that city or state, or so many miles around the city. */
  origin: z.optional(placeName),
  originMiles: z.optional(radius),
  dest: z.optional(placeName),
  destMiles: z.optional(radius),
  /** A part of the company's name. */
  broker: z.optional(singleLine(100)),
  /** Posted or, if unknown, first seen in the last hours. */
  maxAgeHours: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'Enter the age in hours, 9,999 at most'))),
})
export type LoadFilter = z.infer<typeof LoadFilter>

/** A filter with an order; without one the youngest load comes first. */
export const LoadQuery = z.extend(LoadFilter, { sort: z.optional(LoadSort), descending: z.optional(z.literal('true')) })
export type LoadQuery = z.infer<typeof LoadQuery>

export const maxLoadsPerPage = 200

export const LoadList = z.object({
  loads: z.array(SavedLoad),
  /** The `after` cursor of the next page, or null on the last page. */
  next: z.nullable(z.string()),
  /** The caller's own, by which rows are colored: per loaded mile; null without one. */
  targetRpmCents: z.optional(z.nullable(z.int())),
})
export type LoadList = z.infer<typeof LoadList>

/** What a text finds: loads of the caller and the team, the youngest first, and brokers that any of them contacted. */
export const FoundLoads = z.object({ loads: z.array(SavedLoad), brokers: z.array(z.string()) })
export type FoundLoads = z.infer<typeof FoundLoads>

/** Figures of all loads that match a filter. */
export const LoadSummary = z.object({
  total: z.int(),
  askedCount: z.int(),
  askedCents: z.int(),
  byStatus: z.partialRecord(LoadStatus, z.int()),
  /** All whose loads the caller may see: the caller and their team. */
  people: z.array(LoadPerson),
})
export type LoadSummary = z.infer<typeof LoadSummary>

/** A new load, or a newer reading of a posting that the caller saved before. */
export const LoadDraft = z.strictObject({ load: LoadFacts, note: z.optional(plainLines(1000, 1)) })
export type LoadDraft = z.infer<typeof LoadDraft>

/** Loads in one bulk call; more take several. */
export const maxBulkLoads = 500

export const maxLoadViews = 20

/** A view of the list that the user named: the query string of its filters, sort and columns. */
export const LoadView = z.strictObject({ name: singleLine(40, 1), query: singleLine(1000) })
export type LoadView = z.infer<typeof LoadView>
