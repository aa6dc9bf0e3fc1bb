import type { User } from '@loadping/contract/account/account'
import type { Billing } from '@loadping/contract/billing/billing'
import { allowanceLevel, planNames, trialDaysLeft } from '@loadping/contract/billing/plans'
import { formatCount } from '@loadping/contract/format/counts'
import { formatDate, formatShortDate } from '@loadping/contract/format/instants'
import { describeDailyUse, type MailboxInUse } from '@loadping/contract/mailboxes/daily-use'

type Level = ReturnType<typeof allowanceLevel>

type Bar = { label: string; percent: number; valueText: string; tone: Level }

/** What one card of the Dashboard says of the plan. */
export type PlanCard = {
  kind: 'Active Plan' | 'Unlimited emails' | 'Pro trial' | 'No trial' | 'Free plan'
  title: string
  /** What it leads to; undefined for a card that leads nowhere. */
  link?: 'billing' | 'upgrade' | 'unlimited' | 'mailbox' | undefined
  /** What is used of a limit, and how near it is. */
  use?: { text: string; level: Level }
  text?: string
  bar?: Bar
  row?: { label: string; value: string }
  footer?: { left: string; right: string; level: Level }
}

type Facts = {
  me: User
  /** Undefined until it is loaded. */
  billing: Billing | undefined
  /** The one that sends; undefined without one, and until it is loaded. */
  mailbox: MailboxInUse | undefined
  now: Date
}

/** Returns what the Dashboard's two cards say: of the plan or its trial, and of the emails. */
export function describePlanCards(facts: Facts): [PlanCard, PlanCard] {
  const { emails: left, limitEmails: limit, renewsAt } = facts.me
  return left === null || limit === null || renewsAt === null
    ? [activePlan(facts), unlimitedEmails(facts)]
    : [trial(facts), emailsLeft(facts, { left, limit, renewsAt })]
}

/** Whether who reads it has no plan and could pay for one; false until it is loaded. */
export function isWithoutPlan(billing: Billing | undefined): boolean {
  if (!billing) return false
  const { payments, mayPay, plan, grant, status } = billing
  return payments !== 'off' && mayPay && plan === null && grant === null && status !== 'past_due'
}

/**
 * The days that are left of a user's trial, below 1 once it has ended; when it ends, and what to say of it. Without a
 * trial, also why there is none.
 */
export function describeTrial(
  { createdAt, trialDays }: Pick<User, 'createdAt' | 'trialDays'>,
  now: Date,
): { daysLeft: number; endsAt: Date; title: string; whyNone?: string } {
  const begin = new Date(createdAt)
  if (trialDays === 0) return { daysLeft: 0, endsAt: begin, title: 'Your plan is Free', whyNone: hadTrial }
  const daysLeft = trialDaysLeft({ createdAt: begin, trialDays }, now)
  return {
    daysLeft,
    endsAt: new Date(begin.getTime() + trialDays * 86_400_000),
    title: daysLeft < 1 ? 'Your Pro Trial is Expired' : `Your Pro Trial is about to expire in ${daysLeft} day(s)`,
  }
}

const hadTrial = 'You had your Pro trial with an earlier account, so this one has none.'

function activePlan({ me: { billingPlan, organizationId }, billing }: Facts): PlanCard {
  const end = billing?.plan === billingPlan ? describeEnd(billing) : undefined
  const covers = { label: 'Covers', value: organizationId === null ? 'You' : 'Your whole team' }
  return { kind: 'Active Plan', title: planNames[billingPlan], link: 'billing', row: end ?? covers }
}

/** Says what the plan does next, and when. */
function describeEnd({ status, endsAt, graceEndsAt, renewsAt }: Billing): PlanCard['row'] {
  const isPayable = status === 'past_due' && graceEndsAt !== null
  if (isPayable && (endsAt === null || graceEndsAt < endsAt)) return dated('Ends if not paid', graceEndsAt)
  if (endsAt !== null) return dated('Ends', endsAt)
  return renewsAt === null ? undefined : dated('Renews', renewsAt)
}

const dated = (label: string, time: string) => ({ label, value: formatDate(new Date(time)) })

/** Names, beside the plan that has no limit, the lower one of the mailbox that sends. */
function unlimitedEmails({ me: { usedEmails }, mailbox }: Facts): PlanCard {
  const kind = 'Unlimited emails'
  const row = { label: 'Sent this month', value: formatCount(usedEmails) }
  if (!mailbox) return { kind, title: 'No sending limit on your plan', row }
  const { limit, used, level } = describeDailyUse(mailbox)
  const text = level === 'danger' ? `${used}. Emails wait until it can send again` : used
  return { kind, title: limit, link: level === 'accent' ? undefined : 'mailbox', use: { text, level }, row }
}

function trial({ me, billing, now }: Facts): PlanCard {
  const { createdAt, trialDays } = me
  const { daysLeft, endsAt, title, whyNone } = describeTrial(me, now)
  const link = isWithoutPlan(billing) ? 'upgrade' : undefined
  if (whyNone) return { kind: 'No trial', title, link, text: whyNone }
  const isOver = daysLeft < 1
  return {
    kind: 'Pro trial',
    title,
    link,
    bar: {
      label: 'Trial days left',
      percent: isOver ? 0 : (daysLeft / trialDays) * 100,
      valueText: isOver ? 'Trial ended' : `${daysLeft} of ${trialDays} days left`,
      tone: daysLeft === 1 ? 'warning' : 'accent',
    },
    footer: {
      left: `Started ${formatShortDate(new Date(createdAt))}`,
      right: `${isOver ? 'Ended' : 'Ends'} ${formatShortDate(endsAt)}`,
      level: 'accent',
    },
  }
}

type Allowance = { left: number; limit: number; renewsAt: string }

function emailsLeft({ billing }: Facts, { left, limit, renewsAt }: Allowance): PlanCard {
  const level = allowanceLevel(left)
  const notes = {
    accent: `${limit - left} of ${limit} used`,
    warning: 'Running low',
    danger: 'No emails left this month',
  }
  return {
    kind: 'Free plan',
    title: `${left}/${limit} emails left`,
    link: isWithoutPlan(billing) ? 'unlimited' : undefined,
    bar: { label: 'Emails left', percent: left * 2, valueText: `${left} of ${limit} emails left`, tone: level },
    footer: { left: notes[level], right: `Renews ${formatShortDate(new Date(renewsAt))}`, level },
  }
}
