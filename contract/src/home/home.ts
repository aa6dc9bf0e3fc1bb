import * as z from 'zod/mini'
import { Billing } from '../billing/billing.ts'
import { BoardId } from '../boards/board-id.ts'
import { Place } from '../boards/posted-load.ts'
import { EmailCounts, EmailState } from '../emails/email-state.ts'
import { Day } from '../format/new-york-days.ts'
import { Outcome } from '../loads/outcomes.ts'
import { MailboxInUse } from '../mailboxes/daily-use.ts'
import { Mailbox } from '../mailboxes/mailboxes.ts'

export const ContactCounts = z.object({ emailSent: z.int(), phoneCall: z.int(), totalInquiries: z.int() })
export type ContactCounts = z.infer<typeof ContactCounts>

/** A contact in the Dashboard's list of recent activity. */
export const RecentContact = z.object({
  id: z.uuid(),
  type: z.enum(['EMAIL', 'PHONE']),
  contactTime: z.iso.datetime(),
  origin: Place,
  dest: Place,
  company: z.nullable(z.string()),
  /** What was asked, or what was posted where nothing was asked. */
  rateCents: z.nullable(z.int()),
  rateIs: z.nullable(z.enum(['asked', 'posted'])),
  postToContactSeconds: z.nullable(z.int()),
  email: z.nullable(
    z.object({ id: z.uuid(), state: EmailState, templateName: z.string(), failure: z.nullable(z.string()) }),
  ),
  /** The caller's saved load with what came of it; null for a broker, a failed email and a deleted load. */
  load: z.nullable(z.object({ id: z.uuid(), outcome: z.nullable(Outcome) })),
})
export type RecentContact = z.infer<typeof RecentContact>

/** Which steps toward the first inquiry are done, and whether the caller's team has another member or an invitation. */
export const NextSteps = z.object({
  /** The extension is signed in. */
  extension: z.boolean(),
  /** A template was added or changed. */
  template: z.boolean(),
  /** The profile has a company, a phone number, and an MC or USDOT number. */
  profile: z.boolean(),
  /** A mailbox of the user's own is connected and works. */
  mailbox: z.boolean(),
  email: z.boolean(),
  team: z.boolean(),
})
export type NextSteps = z.infer<typeof NextSteps>

/** What was done on a New York day until a time. */
export const DayFigures = z.object({
  inquiries: z.int(),
  /** Null without a contact whose posting time is known. */
  avgPostToContactSeconds: z.nullable(z.int()),
  /** Saved loads that were emailed or called about, and those of them that were answered until then. */
  asked: z.int(),
  answered: z.int(),
  /** Loads booked, and the sum of the rates that were stated. */
  booked: z.int(),
  bookedCents: z.int(),
})
export type DayFigures = z.infer<typeof DayFigures>

export const Booking = z.object({
  loadId: z.uuid(),
  userId: z.uuid(),
  at: z.iso.datetime(),
  origin: Place,
  dest: Place,
  company: z.nullable(z.string()),
  tripMiles: z.nullable(z.int()),
  /** Null if no rate was stated. */
  cents: z.nullable(z.int()),
})
export type Booking = z.infer<typeof Booking>

/** Today so far, beside the same weekday a week before until the same time. */
export const DayBeside = z.object({
  now: DayFigures,
  before: DayFigures,
  /** Inquiries in each hour of New York's clock, and of the whole day before. */
  hours: z.array(z.int()),
  hoursBefore: z.array(z.int()),
  /** What was booked today, the newest first. */
  bookings: z.array(Booking),
})
export type DayBeside = z.infer<typeof DayBeside>

/** One of a team, today. */
export const PersonToday = z.object({
  userId: z.uuid(),
  name: z.string(),
  emailSent: z.int(),
  phoneCall: z.int(),
  booked: z.int(),
  bookedCents: z.int(),
})
export type PersonToday = z.infer<typeof PersonToday>

/** Everything that the Dashboard shows: what waits for the caller, today beside the weekday before, the newest contacts. */
export const HomeSummary = z.object({
  day: Day,
  today: ContactCounts,
  /** Average over today's contacts with a known posting time, or null without any. */
  avgPostToContactSeconds: z.nullable(z.int()),
  recentContacts: z.array(RecentContact),
  /** Emails waiting to send, failed or unconfirmed. */
  emails: EmailCounts,
  /** The default mailbox with its daily limit; null without one. */
  mailbox: z.optional(z.nullable(MailboxInUse)),
  /** The boards of the last day on which the extension can find no load, and since when. */
  blindBoards: z.array(z.object({ board: BoardId, since: z.iso.datetime() })),
  /** Grows with each change of what this shows; `GET /home/live` names newer ones. */
  version: z.int(),
  /** Until when the figures count. */
  asOf: z.iso.datetime(),
  /** The same weekday a week before. */
  dayBefore: Day,
  mine: DayBeside,
  /** For managers: all that the team did, and who did it, the most inquiries first. */
  team: z.nullable(z.extend(DayBeside, { people: z.array(PersonToday) })),
  /** The caller's loads asked about an hour to two days ago without an outcome, and the newest of their companies. */
  openAsks: z.object({ count: z.int(), companies: z.array(z.string()) }),
  /** The caller's mailboxes that must be reconnected before they can send. */
  brokenMailboxes: z.array(z.pick(Mailbox, { kind: true, address: true, isDefault: true, failure: true })),
  /** How the plan is paid; null for brokers and the extension. */
  billing: z.optional(z.nullable(Billing)),
  /** Null unless they were asked for. */
  steps: z.nullable(NextSteps),
})
export type HomeSummary = z.infer<typeof HomeSummary>
