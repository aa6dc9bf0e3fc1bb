import type { BoardSetting } from '@loadping/contract/boards/board-settings'
import type { BoardFacts } from '../boards/boards.ts'
import type { createInquirySender } from '../inquiry/send.ts'
import { answers } from '../message.ts'
import { noMarks } from '../row-memory/marks.ts'
import type { createRowNotes } from '../row-memory/row-notes.ts'
import type { createTeamIndex } from '../row-memory/team-index.ts'
import type { Account } from '../session/account.ts'
import { type BoardState, getBoardState } from './board-state.ts'

type Deps = {
  readAccount: (maxAgeMs: number) => Promise<Account | null>
  inquiries: Pick<ReturnType<typeof createInquirySender>, 'listStates'>
  settingFor: (board: BoardFacts, isSignedIn: boolean) => Promise<BoardSetting>
  team: Pick<ReturnType<typeof createTeamIndex>, 'readMarks'>
  notes: Pick<ReturnType<typeof createRowNotes>, 'correct' | 'ofBoard'>
  /** Whether this version is too old for the server. */
  isOutdated: () => Promise<boolean>
}

/** Answers the pages of load boards with what they show of their user. */
export function createBoardStateAnswers({ readAccount, inquiries, settingFor, team, notes, isOutdated }: Deps) {
  async function readState(board: BoardFacts, knownMarks: string): Promise<BoardState> {
    const states = await inquiries.listStates(board.id)
    const isStale = Object.values(states).some(({ state }) => ['limit', 'not-allowed', 'changed'].includes(state))
    const account = await readAccount(isStale ? 2000 : 15_000)
    const rest = { isOutdated: await isOutdated(), setting: await settingFor(board, account !== null) }
    if (!account) return { account, ...rest, inquiries: {}, notes: {}, marks: noMarks }
    const [marks] = await Promise.all([team.readMarks(), notes.correct(board.id, () => inquiries.listStates(board.id))])
    return {
      account,
      ...rest,
      inquiries: states,
      notes: await notes.ofBoard(board.id),
      marks: marks.version === knownMarks ? { ...marks, marks: [] } : marks,
    }
  }

  return answers({ 'board-state': [getBoardState, ({ marks }, board: BoardFacts) => readState(board, marks)] })
}
