import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import type { Client } from '@loadping/contract/client'
import type { BoardCounts } from '@loadping/contract/extension/board-health'
import { isBlind } from '@loadping/contract/extension/judge-board-health'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import type { BoardFacts } from '../boards/boards.ts'
import { answers } from '../message.ts'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import type { createBoardHealth } from './board-health.ts'
import {
  answerRowQuestion,
  askAboutRow,
  countBoard,
  getRowQuestion,
  type Readability,
  RowQuestion,
} from './readability-messages.ts'

const size = { width: 460, height: 620 }

type Deps = {
  session: StorageArea
  health: ReturnType<typeof createBoardHealth>
  extension: Pick<Client['extension'], 'reportRow'>
  settingOf: (board: BoardFacts) => Promise<BoardSetting>
  isBroker: () => Promise<boolean>
  /** The address of the page that asks about a row. */
  questionUrl: string
}

/** Judges whether a board's page can be read, and asks the user about single rows in a page of the extension. */
export function createReadability({ session, health, extension, settingOf, isBroker, questionUrl }: Deps) {
  const stored = createStoredValue(session, 'row-question', z.nullable(RowQuestion), null)

  async function judge(counts: BoardCounts | null, board: BoardFacts): Promise<Readability> {
    if (counts && counts.board !== board.id) throw new Error('a page may only count its own board')
    if (board.isPractice) return { mode: 'rows', setting: await settingOf(board), health: null, canPaste: false }
    const known = counts ? await health.record(counts) : await health.find(board.id)
    const setting = await settingOf(board)
    const isChecked = !board.isUntried || (await health.confirmed()).includes(board.id)
    const mode = !setting.isOn ? 'off' : known && isBlind(known) ? 'paste' : isChecked ? 'rows' : 'check'
    return { mode, setting, health: known, canPaste: !(await isBroker()) }
  }

  async function ask(question: RowQuestion, board: BoardFacts): Promise<null> {
    const about = question.kind === 'report' ? question.report.board : question.load.board
    if (about !== board.id) throw new Error('a page may only ask about its own board')
    await stored.change(() => question)
    await chrome.windows.create({ url: questionUrl, type: 'popup', focused: true, ...size })
    return null
  }

  /** Does what was asked. A report that fails can be answered again. */
  async function answer(isYes: boolean): Promise<{ error: string | null }> {
    const question = await stored.read()
    try {
      if (question && isYes) await carryOut(question)
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

  return {
    boardAnswers: answers({
      'board-counts': [countBoard, ({ counts }, board: BoardFacts) => judge(counts, board)],
      'row-question': [askAboutRow, ({ question }, board) => ask(question, board)],
    }),
    questionAnswers: answers({
      'get-row-question': [getRowQuestion, stored.read],
      'answer-row-question': [answerRowQuestion, ({ isYes }) => answer(isYes)],
    }),
    clear: () => stored.change(() => null),
  }
}
