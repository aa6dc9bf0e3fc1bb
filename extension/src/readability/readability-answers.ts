import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import type { Client } from '@loadping/contract/client'
import { isBlind } from '@loadping/contract/extension/judge-board-health'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import type { BoardFacts } from '../boards/boards.ts'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import type { createBoardHealth } from './board-health.ts'
import { type Capture, type CaptureRequest, RowQuestion, type RowQuestionRequest } from './readability-messages.ts'

const size = { width: 460, height: 620 }

type CaptureDeps = {
  session: StorageArea
  health: ReturnType<typeof createBoardHealth>
  extension: Pick<Client['extension'], 'reportRow'>
  settingOf: (board: BoardFacts) => Promise<BoardSetting>
  isBroker: () => Promise<boolean>
  /** The address of the page that asks about a row. */
  questionUrl: string
}

/** Answers a board's page about its capture, and asks the user about single rows in a page of the extension. */
export function createCapture({ session, health, extension, settingOf, isBroker, questionUrl }: CaptureDeps) {
  const stored = createStoredValue(session, 'row-question', z.nullable(RowQuestion), null)

  async function handleBoard(request: CaptureRequest, board: BoardFacts): Promise<unknown> {
    if (request.kind === 'row-question') return ask(request.question, board)
    if (request.counts && request.counts.board !== board.id) throw new Error('a page may only count its own board')
    const known = request.counts ? await health.record(request.counts) : await health.find(board.id)
    const setting = await settingOf(board)
    const isChecked = !board.isUntried || (await health.confirmed()).includes(board.id)
    const mode = !setting.isOn ? 'off' : known && isBlind(known) ? 'paste' : isChecked ? 'rows' : 'check'
    return { mode, setting, health: known, canPaste: !(await isBroker()) } satisfies Capture
  }

  async function ask(question: RowQuestion, board: BoardFacts): Promise<null> {
    const about = question.kind === 'report' ? question.report.board : question.load.board
    if (about !== board.id) throw new Error('a page may only ask about its own board')
    await stored.change(() => question)
    await chrome.windows.create({ url: questionUrl, type: 'popup', focused: true, ...size })
    return null
  }

  /** Returns the question, or does what was asked. A report that fails can be answered again. */
  async function handleQuestion(request: RowQuestionRequest): Promise<unknown> {
    const question = await stored.read()
    if (request.kind === 'get-row-question') return question
    try {
      if (question && request.isYes) await carryOut(question)
    } catch (error) {
      return { error: error instanceof Problem ? error.message : "We can't reach the server. Try again." }
    }
    await stored.change(() => null)
    return { error: null }
  }

  async function carryOut(question: RowQuestion): Promise<void> {
    if (question.kind === 'report') await extension.reportRow({ body: question.report })
    else await health.confirm(question.load.board)
  }

  return { handleBoard, handleQuestion, clear: () => stored.change(() => null) }
}
