import * as z from 'zod/mini'
import { EmailCounts, EmailState } from './emails.ts'
import { defineApi } from './endpoint.ts'
import { Place } from './loads.ts'
import { Day } from './rules/new-york-days.ts'

export const ContactCounts = z.object({ emailSent: z.int(), phoneCall: z.int(), totalInquiries: z.int() })
export type ContactCounts = z.infer<typeof ContactCounts>

/** One contact about one load, as the Dashboard lists it. */
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

/** What the Dashboard shows about the caller's own New York day. */
export const HomeSummary = z.object({
  day: Day,
  today: ContactCounts,
  /** Mean over today's contacts whose load showed when it was posted; null without one. */
  avgPostToContactSeconds: z.nullable(z.int()),
  recentContacts: z.array(RecentContact),
  /** Messages that wait, failed or may have been sent (D3.7). */
  emails: EmailCounts,
})
export type HomeSummary = z.infer<typeof HomeSummary>

export const homeApi = defineApi({
  getHome: { access: 'user', extension: true, method: 'GET', path: '/home', response: HomeSummary },
})
