import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import type { BoardFacts } from '../boards/boards.ts'
import type { createInquirySender } from '../inquiries/send.ts'
import { answers } from '../message.ts'
import { practiceMarks, practiceNotes } from '../row-memory/practice.ts'
import type { createRowNotes } from '../row-memory/row-notes.ts'
import type { Kept } from '../session/kept-state.ts'
import { noMarks } from '../session/marks.ts'
import { freshness, getBoardState } from './board-state.ts'

type Deps = {
  /** Returns what is known of the user, at most this old if the server responds. */
  readState: (maxAgeMs: number) => Promise<Kept | null>
  ageMs: () => number
  inquiries: Pick<ReturnType<typeof createInquirySender>, 'listStates'>
  settingFor: (board: BoardFacts) => Promise<BoardSetting>
  notes: Pick<ReturnType<typeof createRowNotes>, 'correct' | 'ofBoard'>
  /** Whether this version is too old for the server. */
  isOutdated: () => Promise<boolean>
  now: () => Date
}

/** Answers the pages of load boards with what they show of their user. */
export function createBoardStateAnswers({ readState, ageMs, inquiries, settingFor, notes, isOutdated, now }: Deps) {
  async function answer(board: BoardFacts, { marks: knownMarks, isInUse }: { marks: string; isInUse: boolean }) {
    const { maxAgeMs } = freshness[isInUse ? 'inUse' : 'untouched']
    const known = await readState(maxAgeMs)
    const age = ageMs() < maxAgeMs ? ageMs() : 0 // an older one is all there is: asking sooner brings nothing
    const rest = { isOutdated: await isOutdated(), setting: await settingFor(board), ageMs: age }
    // A version that is refused sends nothing, also where it still knows the user.
    if (!known || rest.isOutdated) return { account: null, ...rest, inquiries: {}, notes: {}, marks: noMarks }
    const { account, marks } = known
    await notes.correct(board.id, () => inquiries.listStates(board.id))
    const own = await notes.ofBoard(board.id)
    const shown = board.isPractice ? practiceMarks(marks, now()) : marks
    return {
      account,
      ...rest,
      inquiries: await inquiries.listStates(board.id),
      notes: board.isPractice ? practiceNotes(own, now()) : own,
      marks: shown.version === knownMarks ? { ...shown, marks: [] } : shown,
    }
  }

  return answers({ 'board-state': [getBoardState, (request, board: BoardFacts) => answer(board, request)] })
}
