import { newYorkDay } from '@loadping/contract/format/new-york-days'
import type { HomeSummary } from '@loadping/contract/home/home'
import { listWaiting, type WaitingItem } from '@loadping/contract/home/waiting'
import { describeDailyUse } from '@loadping/contract/mailboxes/daily-use'
import type { NotificationKind } from '@loadping/contract/notifications/notifications.api'
import type { UserContext } from '../context.ts'
import { listAttention } from '../emails/sent-emails.service.ts'
import { listBlindBoards } from '../extension/board-health.service.ts'
import { findOpenAsks } from '../loads/outcomes.service.ts'
import { listUse } from '../mailboxes/mailboxes.service.ts'

/** What waits for a user, with what is told once only: each under a key. */
type State = {
  emails: { key: string; email: Awaited<ReturnType<typeof listAttention>>[number] }[]
  broken: { key: string; mailbox: HomeSummary['brokenMailboxes'][number] }[]
  limit: { key: string; mailbox: NonNullable<HomeSummary['mailbox']> } | undefined
  boards: { key: string; board: HomeSummary['blindBoards'][number] }[]
}

type Asked = {
  kinds: readonly NotificationKind[]
  /** The keys of what was there before. */
  told: string[]
}
type News = { items: WaitingItem[]; told: string[] }

/** Returns what these kinds have to tell that was not there before; all that waits, where the summary is among them. */
export async function readNews(ctx: UserContext, { kinds, told }: Asked): Promise<News> {
  const isSummary = kinds.includes('summary')
  const state = await readState(ctx, isSummary ? ['emails', 'mailboxes', 'boards'] : kinds)
  const isNew = ({ key }: { key: string }) => isSummary || !told.includes(key)
  const emails = state.emails.filter(isNew)
  const countOf = (wanted: string) => emails.filter(({ email }) => email.state === wanted).length
  const items = listWaiting({
    now: ctx.now(),
    isBroker: false,
    allowance: null,
    mayBuy: false,
    emails: { waiting: 0, failed: countOf('failed'), unknown: countOf('unknown') },
    recentContacts: emails.map(({ email }) => aboutEmail(email)),
    brokenMailboxes: state.broken.filter(isNew).map(({ mailbox }) => mailbox),
    mailbox: state.limit && isNew(state.limit) ? state.limit.mailbox : null,
    blindBoards: state.boards.filter(isNew).map(({ board }) => board),
    openAsks: isSummary ? await findOpenAsks(ctx) : { count: 0, companies: [] },
  })
  return { items, told: [...new Set([...keysOf(state), ...stillTold(ctx, told, kinds)])] }
}

const keysOf = ({ emails, broken, limit, boards }: State): string[] =>
  [...emails, ...broken, ...boards, ...(limit ? [limit] : [])].map(({ key }) => key)

/** Keeps what was told of other kinds, and of limits for the day: a mailbox may fall below its limit and near it again. */
function stillTold(ctx: UserContext, told: string[], kinds: readonly NotificationKind[]): string[] {
  const looked: readonly string[] = kinds.includes('summary') ? ['emails', 'mailboxes', 'boards'] : kinds
  const today = newYorkDay(ctx.now())
  return told.filter((key) => !looked.includes(key.split(' ', 1)[0] ?? '') || key.endsWith(` ${today}`))
}

/** More than anybody looks through. */
const maxEmails = 200

async function readState(ctx: UserContext, kinds: readonly NotificationKind[]): Promise<State> {
  const emails = kinds.includes('emails') ? await listAttention(ctx, maxEmails) : []
  const use = kinds.includes('mailboxes') ? await listUse(ctx) : undefined
  const boards = kinds.includes('boards') ? await listBlindBoards(ctx) : []
  const level = use?.inUse && describeDailyUse(use.inUse).level
  return {
    emails: emails.map((email) => ({ key: `emails ${email.id} ${email.state}`, email })),
    broken: (use?.broken ?? []).map((mailbox) => ({ key: `mailboxes ${mailbox.kind} ${mailbox.address}`, mailbox })),
    limit:
      use?.inUse && level !== 'accent'
        ? {
            key: `mailboxes limit ${use.inUse.kind} ${use.inUse.address} ${level} ${newYorkDay(ctx.now())}`,
            mailbox: use.inUse,
          }
        : undefined,
    boards: boards.map((board) => ({ key: `boards ${board.board} ${board.since}`, board })),
  }
}

const aboutEmail = ({ load, askCents, state, failureReason }: State['emails'][number]['email']) => ({
  origin: load.origin,
  dest: load.dest,
  company: load.company ?? null,
  rateCents: askCents,
  email: { state, failure: failureReason },
})
