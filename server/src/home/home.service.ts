import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import type { HomeSummary, RecentContact } from '@loadping/contract/home/home'
import { getDayCounts, listRecentContacts } from '../analytics/analytics.service.ts'
import type { Context } from '../context.ts'
import { countEmails, listFailedEmails } from '../emails/sent-emails.service.ts'
import { listBlindBoards } from '../extension/board-health.service.ts'
import { toOutcome } from '../loads/load-row.ts'
import { findDefaultUse } from '../mailboxes/mailboxes.service.ts'

const maxShown = 20

/** Returns the caller's New York day so far and their newest contacts, including failed emails. */
export async function getHome(ctx: Context): Promise<HomeSummary> {
  const { userId } = ctx.caller
  const day = newYorkDay(ctx.now())
  const [
    { emailSent, phoneCall, postToContactSum, postToContactCount },
    contacts,
    failures,
    emails,
    blindBoards,
    mailbox,
  ] = await Promise.all([
    getDayCounts(ctx, userId, day),
    listRecentContacts(ctx, userId, maxShown),
    listFailedEmails(ctx, maxShown),
    countEmails(ctx),
    listBlindBoards(ctx),
    findDefaultUse(ctx, userId),
  ])
  const rows = [...contacts.map(toContact), ...failures.map(toFailure)]
  return {
    day,
    today: { emailSent, phoneCall, totalInquiries: emailSent + phoneCall },
    avgPostToContactSeconds: postToContactCount === 0 ? null : Math.round(postToContactSum / postToContactCount),
    recentContacts: rows.sort((one, other) => other.contactTime.localeCompare(one.contactTime)).slice(0, maxShown),
    emails,
    blindBoards,
    mailbox: mailbox ?? null,
  }
}

type Contact = Awaited<ReturnType<typeof listRecentContacts>>[number]
type Failure = Awaited<ReturnType<typeof listFailedEmails>>[number]

const toContact = ({
  load,
  emailId,
  state,
  templateName,
  failure,
  contactTime,
  loadId,
  outcome,
  outcomeCents,
  outcomeAt,
  askCents,
  postedCents,
  ...contact
}: Contact): RecentContact => ({
  ...contact,
  ...loadFields(load, contactTime),
  ...rateOf(askCents, postedCents),
  load: loadId === null ? null : { id: loadId, outcome: toOutcome({ outcome, outcomeCents, outcomeAt }) },
  email: emailId && state && templateName ? { id: emailId, state, templateName, failure } : null,
})

const toFailure = ({ id, load, createdAt, askCents, state, templateName, failureReason }: Failure): RecentContact => ({
  id,
  type: 'EMAIL',
  ...loadFields(load, createdAt),
  ...rateOf(askCents, null),
  postToContactSeconds: null,
  email: { id, state, templateName, failure: failureReason },
  load: null,
})

const rateOf = (askCents: number | null, postedCents: number | null): Pick<RecentContact, 'rateCents' | 'rateIs'> => ({
  rateCents: askCents ?? postedCents,
  rateIs: askCents !== null ? 'asked' : postedCents !== null ? 'posted' : null,
})

const loadFields = ({ origin, dest, company }: LoadFacts, time: Date) => ({
  contactTime: time.toISOString(),
  origin,
  dest,
  company: company ?? null,
})
