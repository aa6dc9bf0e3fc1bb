import type { BoardId } from '@loadping/contract/boards/board-id'
import { settingOf } from '@loadping/contract/boards/board-settings'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import type { LoadBefore } from '@loadping/contract/loads/load-status'
import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { type BoardState, freshness, getBoardState } from '../board-state/board-state.ts'
import { type DashboardPage, openDashboard, openEmailPage } from '../dashboard-pages.ts'
import { askInquiry, sendInquiry, undoInquiry } from '../inquiries/inquiry-messages.ts'
import { type InquiryState, isInFlight } from '../inquiries/inquiry-state.ts'
import { askWorker, type Done, type Message } from '../message.ts'
import type { PageLoop } from '../page/page-loop.ts'
import {
  call,
  describeLoad,
  type LoadResult,
  openLoad,
  save,
  setOutcome,
  undoOutcome,
} from '../row-memory/load-messages.ts'
import { noMarks } from '../session/marks.ts'

const fastPollMs = 500
/** How long a question of the extension may be answered at any moment. */
const questionMs = 60_000

/** What the page of a board asks of the worker. */
export type BoardClient = ReturnType<typeof createBoardClient>

type Events = {
  /** The state changed. Parts of it that did not are the same objects. */
  onChange: () => void
}

/** Creates what asks the worker, for a loop that refreshes its state: often while an email is being sent. */
export function createBoardClient(
  board: BoardId,
  loop: Pick<PageLoop, 'isInUse' | 'wake' | 'stop'>,
  { onChange }: Events,
) {
  const local = new Map<string, InquiryState>() // overrides the background's state until it has the click
  const unanswered = new Map<string, InquiryState>() // holds unless the background knows of the click after all
  let state = emptyState(board)
  let asked = 0
  let outdated = 0 // responses to the first that were asked for may be outdated
  let questionUntil = 0
  let ageMs = 0

  async function refresh(): Promise<void> {
    if (!chrome.runtime?.id) return loop.stop()
    const own = ++asked
    const fresh = await askWorker(getBoardState, { board, marks: state.marks.version, isInUse: loop.isInUse() })
    if (own <= outdated) return
    if (fresh) {
      outdated = own
      const { ageMs: age, ...shown } = fresh
      ageMs = age
      const marks = fresh.marks.version === state.marks.version ? state.marks : fresh.marks
      for (const id of Object.keys(fresh.inquiries)) unanswered.delete(id)
      const inquiries = Object.fromEntries([...unanswered, ...Object.entries(fresh.inquiries), ...local])
      update({ ...shown, marks, inquiries })
    }
  }

  /** Returns how long after a refresh the next one is due. */
  function pauseMs(): number {
    const isSending = Object.values(state.inquiries).some(isInFlight) || performance.now() < questionUntil
    const { pollMs } = freshness[loop.isInUse() ? 'inUse' : 'untouched']
    return isSending ? fastPollMs : Math.max(fastPollMs, pollMs - ageMs)
  }

  function update(next: BoardState): void {
    const previous = state
    state = reuseEqual(previous, next)
    if (state !== previous) onChange()
  }

  async function send(inquiry: PostingInquiry): Promise<void> {
    const { load, templateId } = inquiry
    const id = load.boardLoadId
    unanswered.delete(id)
    local.set(id, { state: 'sending', templateId })
    show(id, { state: 'sending', templateId })
    const response = await askUntilAnswered(sendInquiry, { inquiry, key: randomKey() })
    local.delete(id)
    outdated = asked // what was read before the click says nothing about it
    if (response === 'asked') return awaitAnswer()
    if (!response) unanswered.set(id, { state: 'failed', templateId, reason: "The extension didn't respond." })
    show(id, response ?? { state: 'unknown', templateId, reason: "The extension isn't responding. Reload this page." })
    loop.wake()
  }

  /** Looks often while a question of the extension is open, so that its row shows at once what was answered. */
  function awaitAnswer(): Promise<void> {
    questionUntil = performance.now() + questionMs
    loop.wake()
    return refresh()
  }

  function show(boardLoadId: string, inquiry: InquiryState): void {
    update({ ...state, inquiries: { ...state.inquiries, [boardLoadId]: inquiry } })
  }

  return {
    ...createRequests(refresh),
    state: () => state,
    refresh,
    pauseMs,
    send,
    /** Asks in a page of the extension before it sends: the user may not have seen the control or what it says now. */
    async ask(inquiry: PostingInquiry, isChanged: boolean): Promise<void> {
      await askUntilAnswered(askInquiry, { inquiry, isChanged })
      await awaitAnswer()
    },
    async undo({ boardLoadId }: PostedLoad): Promise<void> {
      await askUntilAnswered(undoInquiry, { boardLoadId })
      await refresh()
    },
  }
}

/** Creates the requests that change nothing of what the page itself knows. */
function createRequests(refresh: () => Promise<void>) {
  /** Shows what was changed. Returns whether it was. */
  async function wasDone(asked: Promise<Done | undefined>): Promise<boolean> {
    const response = await asked
    await refresh()
    return response?.isDone ?? false
  }

  return {
    async call(load: PostedLoad, askCents: number | undefined): Promise<LoadResult> {
      const result = await askUntilAnswered(call, { load, key: randomKey(), ...(askCents && { askCents }) })
      await refresh()
      return result ?? 'rejected'
    },
    async save(load: PostedLoad): Promise<LoadResult> {
      const result = await askUntilAnswered(save, { load, key: randomKey() })
      await refresh()
      return result ?? 'rejected'
    },
    /** Returns what the outcome replaced, to undo it. */
    setOutcome: (load: PostedLoad, outcome: OutcomeKind, cents: number | undefined) =>
      askUntilAnswered(setOutcome, { load, outcome, key: randomKey(), ...(cents && { cents }) }),
    undoOutcome: (before: LoadBefore) => wasDone(askWorker(undoOutcome, { before })),
    /** Opens the load's page of the dashboard, which saves a load that is not there yet. */
    openLoad: (load: PostedLoad) => wasDone(askWorker(openLoad, { load })),
    /** Opens a page about emails and mailboxes. */
    openEmails: (path: string) => void askWorker(openEmailPage, { path }),
    open: (page: DashboardPage) => void askWorker(openDashboard, { page }),
    describe: (load: PostedLoad, templateId: string) => askWorker(describeLoad, { load, templateId }),
  }
}

const emptyState = (board: BoardId): BoardState => ({
  account: null,
  inquiries: {},
  notes: {},
  setting: settingOf({ version: 0, boards: [] }, board),
  marks: noMarks,
  isOutdated: false,
})

/** Returns the next value with the parts of the previous one that are equal, so that what changed is quick to find. */
function reuseEqual<T>(previous: T, next: T): T {
  if (Object.is(previous, next)) return previous
  if (!isRecord(previous) || !isRecord(next)) return JSON.stringify(previous) === JSON.stringify(next) ? previous : next
  const parts = Object.entries(next).map(([name, part]) => [name, reuseEqual(previous[name], part)] as const)
  const isSame =
    parts.length === Object.keys(previous).length && parts.every(([name, part]) => Object.is(part, previous[name]))
  return isSame ? previous : (Object.fromEntries(parts) as T)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The pauses between the tries of a request: 25 seconds in all. */
const retryPausesMs = [100, 300, 1000, ...Array<number>(8).fill(3000)]

/** Names one click. Works without HTTPS, unlike `crypto.randomUUID`. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Repeats a request when the worker ends before it answers. Repeating what a click asked has no further effect. */
async function askUntilAnswered<In extends { kind: string }, Out>(
  message: Message<string, In, Out>,
  request: Omit<In, 'kind'>,
): Promise<Out | undefined> {
  for (const pause of retryPausesMs) {
    const response = await askWorker(message, request)
    if (response !== undefined || !chrome.runtime?.id) return response
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return askWorker(message, request)
}
