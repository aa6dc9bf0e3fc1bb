import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import type { HomeSummary, RecentContact } from '@loadping/contract/home/home'
import { listRecentContacts } from '../analytics/analytics.service.ts'
import { getBilling } from '../billing/payment.service.ts'
import type { Context } from '../context.ts'
import { countEmails, listFailedEmails } from '../emails/sent-emails.service.ts'
import { readBlindBoards } from '../extension/board-health.service.ts'
import { getVersion } from '../live/live.service.ts'
import { toOutcome } from '../loads/load-row.ts'
import { readOpenAsks } from '../loads/outcomes.service.ts'
import { readUse } from '../mailboxes/mailboxes.service.ts'
import { getFigures, listShown } from './figures.service.ts'
import { getNextSteps } from './next-steps.service.ts'

const maxShown = 20

/** Returns all that the Dashboard shows of the caller's New York day so far, and of the team's to managers. */
export async function getHome(
  ctx: Context,
  { steps: asksForSteps }: { steps?: 'true' | undefined },
): Promise<HomeSummary> {
  const { userId } = ctx.caller
  const shown = await listShown(ctx)
  const version = await getVersion(ctx, shown.memberIds) // before all it stands for
  const [figures, contacts, failures, emails, blindBoardsOf, mailboxUseOf, openAsksOf, billing, steps] =
    await Promise.all([
      getFigures(ctx, shown),
      listRecentContacts(ctx, userId, maxShown),
      listFailedEmails(ctx, maxShown),
      countEmails(ctx),
      readBlindBoards(ctx, [userId]),
      readUse(ctx, [userId]),
      readOpenAsks(ctx, [userId]),
      showsPlan(ctx) ? getBilling(ctx) : null,
      asksForSteps ? getNextSteps(ctx) : null,
    ])
  const { inUse, broken } = mailboxUseOf(userId)
  const rows = [...contacts.map(toContact), ...failures.map(toFailure)]
  return {
    version,
    ...figures,
    recentContacts: rows.sort((one, other) => other.contactTime.localeCompare(one.contactTime)).slice(0, maxShown),
    emails,
    blindBoards: blindBoardsOf(userId),
    mailbox: inUse ?? null,
    brokenMailboxes: broken,
    openAsks: openAsksOf(userId),
    billing,
    steps,
  }
}

/** Whether the caller's page has the plan's cards. */
const showsPlan = ({ caller: { userType, audience } }: Context): boolean => userType !== 'broker' && audience === 'web'

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
