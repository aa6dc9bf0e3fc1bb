import { newYorkDay } from '@loadping/contract/format/new-york-days'
import type { HomeSummary } from '@loadping/contract/home/home'
import { listWaiting, type WaitingItem } from '@loadping/contract/home/waiting'
import { describeDailyUse } from '@loadping/contract/mailboxes/daily-use'
import type { NotificationKind } from '@loadping/contract/notifications/notifications.api'
import type { Deps } from '../context.ts'
import { listAttention } from '../emails/sent-emails.service.ts'
import { readBlindBoards } from '../extension/board-health.service.ts'
import { readOpenAsks } from '../loads/outcomes.service.ts'
import { readUse } from '../mailboxes/mailboxes.service.ts'

/** What waits for a user, with what is told once only: each under a key. */
type State = {
  emails: { key: string; email: Awaited<ReturnType<typeof listAttention>>[number] }[]
  broken: { key: string; mailbox: HomeSummary['brokenMailboxes'][number] }[]
  limit: { key: string; mailbox: NonNullable<HomeSummary['mailbox']> } | undefined
  boards: { key: string; board: HomeSummary['blindBoards'][number] }[]
}

type Reader = {
  userId: string
  kinds: readonly NotificationKind[]
  /** The keys of what was there before. */
  told: string[]
}
type News = { items: WaitingItem[]; told: string[] }

/**
 * Reads what the kinds of each user have to tell that was not there before; all that waits, where the summary is among
 * them. Returns a function that has it for one user.
 */
export async function readNews(ctx: Deps, readers: Reader[]): Promise<(userId: string) => News> {
  const idsOf = (kind: NotificationKind) =>
    readers.filter(({ kinds }) => kinds.includes(kind) || kinds.includes('summary')).map(({ userId }) => userId)
  const summaryIds = readers.filter(({ kinds }) => kinds.includes('summary')).map(({ userId }) => userId)
  const stateOf = await readStates(ctx, {
    emails: idsOf('emails'),
    mailboxes: idsOf('mailboxes'),
    boards: idsOf('boards'),
  })
  const openAsksOf = summaryIds.length > 0 ? await readOpenAsks(ctx, summaryIds) : () => noAsks
  const news = new Map(
    readers.map((reader) => [
      reader.userId,
      newsOf(ctx.now(), reader, { state: stateOf(reader.userId), openAsks: openAsksOf(reader.userId) }),
    ]),
  )
  return (userId) => news.get(userId) ?? { items: [], told: [] }
}

const noAsks: HomeSummary['openAsks'] = { count: 0, companies: [] }

type There = { state: State; openAsks: HomeSummary['openAsks'] }

function newsOf(now: Date, { kinds, told }: Reader, { state, openAsks }: There): News {
  const isNew = ({ key }: { key: string }) => kinds.includes('summary') || !told.includes(key)
  const emails = state.emails.filter(isNew)
  const countOf = (wanted: string) => emails.filter(({ email }) => email.state === wanted).length
  const items = listWaiting({
    now,
    isBroker: false,
    allowance: null,
    mayBuy: false,
    emails: { waiting: 0, failed: countOf('failed'), unknown: countOf('unknown') },
    recentContacts: emails.map(({ email }) => aboutEmail(email)),
    brokenMailboxes: state.broken.filter(isNew).map(({ mailbox }) => mailbox),
    mailbox: state.limit && isNew(state.limit) ? state.limit.mailbox : null,
    blindBoards: state.boards.filter(isNew).map(({ board }) => board),
    openAsks,
  })
  return { items, told: [...new Set([...keysOf(state), ...stillTold(now, told, kinds)])] }
}

const keysOf = ({ emails, broken, limit, boards }: State): string[] =>
  [...emails, ...broken, ...boards, ...(limit ? [limit] : [])].map(({ key }) => key)

/** Keeps what was told of other kinds, and of limits for the day: a mailbox may fall below its limit and near it again. */
function stillTold(now: Date, told: string[], kinds: readonly NotificationKind[]): string[] {
  const looked: readonly string[] = kinds.includes('summary') ? ['emails', 'mailboxes', 'boards'] : kinds
  const today = newYorkDay(now)
  return told.filter((key) => !looked.includes(key.split(' ', 1)[0] ?? '') || key.endsWith(` ${today}`))
}

type IdsByKind = Record<'emails' | 'mailboxes' | 'boards', string[]>

/** Reads what waits for users of each of these kinds. */
async function readStates(ctx: Deps, ids: IdsByKind): Promise<(userId: string) => State> {
  const emailsOf = Map.groupBy(
    ids.emails.length > 0 ? await listAttention(ctx, ids.emails) : [],
    ({ userId }) => userId,
  )
  const mailboxUseOf = await readUse(ctx, ids.mailboxes)
  const boardsOf = await readBlindBoards(ctx, ids.boards)
  const day = newYorkDay(ctx.now())
  return (userId) => {
    const { inUse, broken } = mailboxUseOf(userId)
    const level = inUse && describeDailyUse(inUse).level
    return {
      emails: (emailsOf.get(userId) ?? []).map((email) => ({ key: `emails ${email.id} ${email.state}`, email })),
      broken: broken.map((mailbox) => ({ key: `mailboxes ${mailbox.kind} ${mailbox.address}`, mailbox })),
      limit:
        inUse && level !== 'accent'
          ? { key: `mailboxes limit ${inUse.kind} ${inUse.address} ${level} ${day}`, mailbox: inUse }
          : undefined,
      boards: boardsOf(userId).map((board) => ({ key: `boards ${board.board} ${board.since}`, board })),
    }
  }
}

const aboutEmail = ({ load, askCents, state, failureReason }: State['emails'][number]['email']) => ({
  origin: load.origin,
  dest: load.dest,
  company: load.company ?? null,
  rateCents: askCents,
  email: { state, failure: failureReason },
})
