import { boardOptions } from '../account/board-options.ts'
import { allowanceLevel } from '../billing/plans.ts'
import { countOf, formatCount } from '../format/counts.ts'
import { formatWhen } from '../format/instants.ts'
import { formatDollars } from '../format/money.ts'
import { describeDailyUse, senderIn } from '../mailboxes/daily-use.ts'
import { pages } from '../pages.ts'
import type { HomeSummary, RecentContact } from './home.ts'

/** Something that waits for the user, and the one action that solves it. */
export type WaitingItem = {
  kind: 'unknown' | 'failed' | 'mailbox' | 'asks' | 'board' | 'limit'
  key: string
  title: string
  text: string
  action: { label: string; to: string }
}

/** What an email that needs a look was about. */
type AboutEmail = Pick<RecentContact, 'origin' | 'dest' | 'company' | 'rateCents'> & {
  email: Pick<NonNullable<RecentContact['email']>, 'state' | 'failure'> | null
}

type Facts = Pick<HomeSummary, 'emails' | 'brokenMailboxes' | 'openAsks' | 'blindBoards' | 'mailbox'> & {
  /** The newest first. */
  recentContacts: AboutEmail[]
  now: Date
  isBroker: boolean
  /** What is left of the month's emails, and of how many; null without a limit. */
  allowance: { left: number; limit: number } | null
  /** Whether an upgrade is offered. */
  mayBuy: boolean
}

/** Lists what waits for the user, the most urgent first. */
export const listWaiting = (facts: Facts): WaitingItem[] => [
  ...unresolved(facts),
  ...brokenMailboxes(facts),
  ...openAsks(facts),
  ...blindBoards(facts),
  ...limitsNear(facts),
]

function unresolved({ emails: { failed, unknown }, recentContacts }: Facts): WaitingItem[] {
  const to = `${pages.email}?group=attention`
  const newest = (state: 'failed' | 'unknown') => recentContacts.find(({ email }) => email?.state === state)
  const items: WaitingItem[] = []
  if (unknown > 0)
    items.push({
      kind: 'unknown',
      key: 'unknown',
      title: `${countOf(unknown, 'email')} not confirmed`,
      text: aboutEmail(newest('unknown')) ?? 'It may have been sent. Check before you send it again.',
      action: { label: 'See what to do', to },
    })
  if (failed > 0)
    items.push({
      kind: 'failed',
      key: 'failed',
      title: `${countOf(failed, 'email')} ${failed === 1 ? "wasn't" : "weren't"} sent`,
      text: aboutEmail(newest('failed')) ?? 'Send it again, or dismiss it.',
      action: { label: 'Review', to },
    })
  return items
}

/** `Joliet, IL → Dallas, TX · Quillon Logistics · $2,450. Their server didn't answer.` */
function aboutEmail(contact: AboutEmail | undefined): string | undefined {
  if (!contact) return undefined
  const { origin, dest, company, rateCents, email } = contact
  const lane = `${origin.city}, ${origin.state} → ${dest.city}, ${dest.state}`
  const load = [lane, company, rateCents !== null && formatDollars(rateCents)].filter(Boolean).join(' · ')
  return email?.failure ? `${load}. ${email.failure}` : load
}

const brokenMailboxes = ({ brokenMailboxes: broken, emails: { waiting } }: Facts): WaitingItem[] =>
  broken.map(({ kind, address, isDefault, failure }) => ({
    kind: 'mailbox',
    key: `${kind} ${address}`,
    title: `${senderIn({ kind, address })} needs you`,
    text: [failure, isDefault && waiting > 0 && `${countOf(waiting, 'email')} ${waiting === 1 ? 'waits' : 'wait'}.`]
      .filter(Boolean)
      .join(' '),
    action: { label: 'Connect again', to: pages.email },
  }))

function openAsks({ openAsks: { count, companies } }: Facts): WaitingItem[] {
  if (count === 0) return []
  const newest = companies.slice(0, 3)
  const named = [...new Set(newest)]
  const more = count - newest.length
  const names = more > 0 ? [...named, `${formatCount(more)} more`] : named
  return [
    {
      kind: 'asks',
      key: 'asks',
      title: `${countOf(count, 'reply', 'replies')} to record`,
      text: `${inList(names)}. You asked over an hour ago, and no outcome is recorded.`,
      action: { label: 'Record replies', to: `${pages.loads}?status=contacted` },
    },
  ]
}

/** `A`, `A and B`, `A, B and C`. */
const inList = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const blindBoards = ({ blindBoards: blind, now, isBroker }: Facts): WaitingItem[] =>
  blind.map(({ board, since }) => ({
    kind: 'board',
    key: board,
    title: `${boardOptions[board].name} can't be read`,
    text: `Since ${formatWhen(new Date(since), now)}. ${isBroker ? 'See what the extension still reads.' : 'Paste its loads until it is fixed.'}`,
    action: isBroker
      ? { label: 'Load boards', to: pages.extension }
      : { label: 'Paste a load', to: `${pages.loads}?paste` },
  }))

function limitsNear({ mailbox, allowance, mayBuy }: Facts): WaitingItem[] {
  const items: WaitingItem[] = []
  const use = mailbox ? describeDailyUse(mailbox) : undefined
  if (mailbox && use && use.level !== 'accent')
    items.push({
      kind: 'limit',
      key: 'mailbox limit',
      title: `${senderIn(mailbox)}: ${use.used}`,
      text: use.level === 'danger' ? 'Emails wait until it can send again.' : 'Connect a mailbox to send more.',
      action: { label: 'Connect another mailbox', to: pages.connect },
    })
  if (allowance && allowanceLevel(allowance.left) !== 'accent')
    items.push({
      kind: 'limit',
      key: 'allowance',
      title: `${formatCount(allowance.left)} of ${formatCount(allowance.limit)} emails left this month`,
      text: allowance.left === 0 ? 'You can send again next month, or upgrade.' : 'Running low.',
      action: mayBuy ? { label: 'Get unlimited', to: pages.upgrade } : { label: 'See plan', to: pages.pricing },
    })
  return items
}
