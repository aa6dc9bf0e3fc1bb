import * as z from 'zod/mini'
import { Day } from '../format/new-york-days.ts'
import { ContactCounts } from '../home/home.ts'

/** The longest range, in days. */
export const maxAnalyticsDays = 1_096

/** The longest range that a graph shows by day. */
export const maxGraphDays = 400

const maxAnalyticsUsers = 300

/** How many templates and brokers the funnel names, those with the most asks first. */
export const maxFunnelRows = 50

/** Whole New York days, both ends included, today if absent. Users that the caller may not see are left out. */
export const AnalyticsQuery = z.strictObject({
  startDate: z.optional(Day),
  endDate: z.optional(Day),
  /** Separated by commas; everyone that the caller may see if absent. */
  userIds: z.optional(
    z
      .string()
      .check(z.maxLength(maxAnalyticsUsers * 37), z.regex(/^[\da-f-]{36}(,[\da-f-]{36})*$/i, 'Use IDs of users')),
  ),
})
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>

/** Weeks start on Monday. */
export const Bucket = z.enum(['day', 'week', 'month'])
export type Bucket = z.infer<typeof Bucket>

/** What one bar of a graph counts; by the hour, the range is one day. */
export const GraphBucket = z.enum(['hour', ...Bucket.options])
export type GraphBucket = z.infer<typeof GraphBucket>

/** A result, and the same for as many days right before. */
const withOld = <Shape extends z.core.$ZodShape>(result: z.ZodMiniObject<Shape>) => z.extend(result, { old: result })

export const ContactTotals = withOld(ContactCounts)
export type ContactTotals = z.infer<typeof ContactTotals>

/** The sum divided by the count, of contacts that have the value; null without any. */
const Average = z.object({ value: z.nullable(z.number()), count: z.int() })
export const ContactAverage = withOld(Average)
export type ContactAverage = z.infer<typeof ContactAverage>

/** The average rate in cents of what was asked, or of what was posted where nothing was asked, and of either alone. */
export const RateAverage = withOld(z.extend(Average, { asked: Average, posted: Average }))
export type RateAverage = z.infer<typeof RateAverage>

/** One row for each user with contacts, the most first. */
export const DispatchList = withOld(z.object({ rows: z.array(z.object({ userId: z.uuid(), ...ContactCounts.shape })) }))
export type DispatchList = z.infer<typeof DispatchList>

/** The averages of each user with contacts, each null without contacts that have the value. */
export const UserAverages = z.array(
  z.object({ userId: z.uuid(), postToContactSeconds: z.nullable(z.number()), rateCents: z.nullable(z.number()) }),
)
export type UserAverages = z.infer<typeof UserAverages>

/**
 * Every day, week or month of the range, by its first day in it, or every hour of New York's clock, with the users who
 * have contacts then. A day whose contacts were removed because of their age has no hours.
 */
export const DispatchGraph = withOld(
  z.object({
    days: z.array(
      z.object({ date: z.iso.date(), hour: z.optional(z.int()), users: z.record(z.string(), ContactCounts) }),
    ),
  }),
)
export type DispatchGraph = z.infer<typeof DispatchGraph>

/** Exact to the second up to an hour, to the minute beyond; null without contacts whose posting time is known. */
const Speed = z.object({ count: z.int(), medianSeconds: z.nullable(z.int()), p90Seconds: z.nullable(z.int()) })

/** How soon after posting contacts were made, and at which hours. */
export const ContactTimes = z.extend(withOld(Speed), {
  /** Contacts from so many seconds after posting until the next entry's. */
  distribution: z.array(z.object({ fromSeconds: z.int(), count: z.int() })),
  /** All contacts by weekday, Monday first, and hour in New York. */
  hours: z.array(z.array(z.int())),
})
export type ContactTimes = z.infer<typeof ContactTimes>

/** Loads that were emailed or called about, those that were answered, and those that were booked. */
export const FunnelCounts = z.object({ asked: z.int(), answered: z.int(), booked: z.int() })
export type FunnelCounts = z.infer<typeof FunnelCounts>

export const Funnel = z.object({
  /** The first day that is counted, if contacts or loads of earlier ones in the range were removed because of their age. */
  beginsOn: z.nullable(z.iso.date()),
  total: FunnelCounts,
  people: z.array(z.object({ userId: z.uuid(), ...FunnelCounts.shape })),
  /** A load counts for each template it was emailed with; null for calls. */
  templates: z.array(z.object({ name: z.nullable(z.string()), ...FunnelCounts.shape })),
  /** Null for postings without a company. */
  brokers: z.array(z.object({ company: z.nullable(z.string()), ...FunnelCounts.shape })),
})
export type Funnel = z.infer<typeof Funnel>

/** A user whose contacts the caller may see. */
export const AnalyticsPerson = z.object({
  userId: z.uuid(),
  name: z.string(),
  /** Empty if their account is gone. */
  email: z.string(),
  /** Whether they left the organization; their contacts stay. */
  isFormer: z.boolean(),
})
export type AnalyticsPerson = z.infer<typeof AnalyticsPerson>

/** Whether the caller gets the team's week by email, on Mondays. */
export const WeeklySummary = z.strictObject({ isOn: z.boolean() })
export type WeeklySummary = z.infer<typeof WeeklySummary>
