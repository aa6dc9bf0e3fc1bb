import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import type { Client } from '@loadping/contract/client'
import type { PostingInquiry } from '@loadping/contract/emails/emails'
import { fillMessage, valuesOf } from '@loadping/contract/templates/placeholders'
import type { BoardFacts } from '../boards/boards.ts'
import type { createConfirmWindow } from '../confirm/confirm-window.ts'
import { blocksResend, type InquiryState } from '../inquiry/inquiry-state.ts'
import type { createInquirySender } from '../inquiry/send.ts'
import type { Account, BoardRequest, BoardState, Question } from '../messages.ts'
import { createFirstSends } from '../row-memory/first-sends.ts'
import { createLoadRequests } from '../row-memory/load-answers.ts'
import { createRowNotes } from '../row-memory/row-notes.ts'
import { createSenderCache } from '../row-memory/sender.ts'
import { createTeamIndex } from '../row-memory/team-index.ts'
import type { StorageArea } from '../stored-value.ts'

type Deps = {
  client: Client
  account: { read: (maxAgeMs: number) => Promise<Account | null> }
  inquiries: ReturnType<typeof createInquirySender>
  confirmWindow: ReturnType<typeof createConfirmWindow>
  settingFor: (board: BoardFacts, isSignedIn: boolean) => Promise<BoardSetting>
  persistentArea: StorageArea
  userId: () => Promise<string | undefined>
  /** Whether this version is too old for the server. */
  isOutdated: () => Promise<boolean>
  now: () => Date
  newKey: () => string
  wait: (ms: number) => Promise<void>
  /** Opens a page of the dashboard. */
  openPage: (path: string) => Promise<unknown>
  /** Makes the browser wake the worker until what was sent is final. */
  keepSending: () => Promise<unknown>
}

/** Creates what answers the pages of load boards. */
export function createBoardRequests(deps: Deps) {
  const { client, account, inquiries, confirmWindow, now } = deps
  const notes = createRowNotes(deps)
  const team = createTeamIndex({ extension: client.extension, userId: deps.userId, now })
  const sender = createSenderCache(client, now)
  const loads = createLoadRequests({ ...deps, notes, team, sender })
  const firstSends = createFirstSends(deps.persistentArea, deps.userId)

  function handle(request: Exclude<BoardRequest, { kind: 'open-dashboard' }>, board: BoardFacts): Promise<unknown> {
    const load = 'inquiry' in request ? request.inquiry.load : 'load' in request ? request.load : undefined
    if (load && load.board !== board.id) throw new Error('a page may only send loads of its own board')
    switch (request.kind) {
      case 'board-state':
        return readState(board, request.marks)
      case 'undo-inquiry':
        return inquiries.undo(board.id, request.boardLoadId).then((state) => state ?? null)
      case 'send-inquiry':
        return sendOrAsk(request.inquiry, request.key)
      case 'ask-inquiry':
        return confirmWindow.ask(request.inquiry)
      default:
        return loads.handle(request)
    }
  }

  async function readState(board: BoardFacts, knownMarks: string): Promise<BoardState> {
    const states = await inquiries.listStates(board.id)
    const isStale = Object.values(states).some(({ state }) => ['limit', 'not-allowed', 'changed'].includes(state))
    const current = await account.read(isStale ? 2000 : 15_000)
    const rest = { isOutdated: await deps.isOutdated(), setting: await deps.settingFor(board, current !== null) }
    if (!current) return { account: null, ...rest, inquiries: {}, notes: {}, marks: noMarks }
    const [marks] = await Promise.all([team.readMarks(), notes.correct(board.id, () => inquiries.listStates(board.id))])
    return {
      account: current,
      ...rest,
      inquiries: states,
      notes: await notes.ofBoard(board.id),
      marks: marks.version === knownMarks ? { ...marks, marks: [] } : marks,
    }
  }

  /** Sends a click, unless this version of its template was never sent before: then a page of the extension asks. */
  async function sendOrAsk(inquiry: PostingInquiry, key: string): Promise<InquiryState | 'asked'> {
    if (!(await firstSends.isFirst(inquiry))) return send(inquiry, key)
    await confirmWindow.ask(inquiry)
    return 'asked'
  }

  async function send(inquiry: PostingInquiry, key?: string): Promise<InquiryState> {
    await deps.keepSending()
    const state = await inquiries.send(inquiry, key)
    const note = { emailedAt: now().toISOString(), askCents: inquiry.expected?.askCents ?? undefined }
    if (blocksResend(state)) await notes.add(inquiry.load, note).catch(() => undefined) // the email needs no note
    return state
  }

  /** Adds to a question what the email would say, and whether it is asked because the template is new. */
  async function explain(inquiry: PostingInquiry): Promise<Question> {
    const current = await account.read(15_000)
    const template = current?.templates.find(({ id }) => id === inquiry.templateId)
    const { profile = {}, hasName = true } = (await sender.read()) ?? {}
    const subject = template ? subjectOf(template, valuesOf(inquiry.load, profile, inquiry.values)) : null
    const isFirst = await firstSends.isFirst(inquiry)
    return current && { inquiry, account: current, isFirst, lacksName: !hasName, subject }
  }

  return {
    handle,
    /** Sends what the user has confirmed on a page of the extension. */
    async sendConfirmed(inquiry: PostingInquiry): Promise<void> {
      await firstSends.confirm(inquiry).catch(() => undefined) // the next email asks again
      await send(inquiry)
    },
    explain,
    calls: loads.calls,
    /** Forgets what belongs to the user who signed out. */
    clear(): void {
      team.clear()
      sender.clear()
    },
  }
}

/** Returns the subject of the email, or null if something in it is missing. */
function subjectOf(...filled: Parameters<typeof fillMessage>): string | null {
  const message = fillMessage(...filled)
  return 'subject' in message ? message.subject : null
}

const noMarks = { version: '', ownUserId: '', salt: '', marks: [] }
