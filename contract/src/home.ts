import * as z from 'zod/mini'
import { EmailCounts, EmailState } from './email-state.ts'
import { defineApi } from './endpoint.ts'
import { Place } from './loads.ts'
import { Day } from './rules/new-york-days.ts'

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
  rateCents: z.nullable(z.int()),
  postToContactSeconds: z.nullable(z.int()),
  email: z.nullable(
    z.object({ id: z.uuid(), state: EmailState, templateName: z.string(), failure: z.nullable(z.string()) }),
  ),
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
})
export type HomeSummary = z.infer<typeof HomeSummary>

export const homeApi = defineApi({
  getHome: { access: 'user', extension: true, method: 'GET', path: '/home', response: HomeSummary },
})
