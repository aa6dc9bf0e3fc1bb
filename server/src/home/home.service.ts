import type { HomeSummary } from '@loadping/contract/home'
import { newYorkDay } from '@loadping/contract/rules/new-york-days'
import { countsOfDay, listRecentContacts } from '../analytics/analytics.service.ts'
import type { Context } from '../context.ts'

/** The caller's own New York day so far, and their newest contacts. */
export async function getHome(ctx: Context): Promise<HomeSummary> {
  const day = newYorkDay(ctx.now())
  const [{ emailSent, phoneCall, postToContactSum, postToContactCount }, contacts] = await Promise.all([
    countsOfDay(ctx, ctx.caller.userId, day),
    listRecentContacts(ctx, ctx.caller.userId),
  ])
  return {
    day,
    today: { emailSent, phoneCall, totalInquiries: emailSent + phoneCall },
    avgPostToContactSeconds: postToContactCount === 0 ? null : Math.round(postToContactSum / postToContactCount),
    recentContacts: contacts.map(({ load, emailId, state, templateName, failure, contactTime, ...contact }) => ({
      ...contact,
      contactTime: contactTime.toISOString(),
      origin: load.origin,
      dest: load.dest,
      company: load.company ?? null,
      email: emailId && state && templateName ? { id: emailId, state, templateName, failure } : null,
    })),
  }
}
