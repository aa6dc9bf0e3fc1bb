import * as z from 'zod/mini'
import { BoardId } from '../boards/board-id.ts'
import { Place } from '../boards/posted-load.ts'
import { EmailCounts, EmailState } from '../emails/email-state.ts'
import { Day } from '../format/new-york-days.ts'
import { Outcome } from '../loads/outcomes.ts'
import { MailboxInUse } from '../mailboxes/daily-use.ts'

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

/** The caller's figures for the current New York day. */
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
})
export type HomeSummary = z.infer<typeof HomeSummary>

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
