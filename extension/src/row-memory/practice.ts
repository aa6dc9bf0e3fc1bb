import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { markKeysOf } from '@loadping/contract/extension/mark-keys'
import type { Mark } from '@loadping/contract/extension/marks'
import { listPracticeRows, type PracticeRow, practiceRowOf } from '@loadping/contract/practice/practice'
import type { Marks } from '../session/marks.ts'
import type { RowNote } from './row-note.ts'

/** Whether a posting is one of the practice board: its email goes to the user, and nothing else of it to the server. */
export const isPractice = (load: PostedLoad): boolean => practiceRowOf(load) !== undefined

/** Returns the notes of the practice board's rows, with what the rows say was done, unless the user did more. */
export const practiceNotes = (own: Record<string, RowNote>, now: Date): Record<string, RowNote> => ({
  ...Object.fromEntries(listPracticeRows(now).map(({ id, was }) => [id, noteOf(was, now.toISOString())])),
  ...own,
})

const noteOf = (was: PracticeRow['was'], at: string): RowNote => ({
  ...(was === 'called' && { calledAt: at }),
  ...(was === 'saved' && { savedAt: at }),
})

/** Returns the marks of made-up teammates for the practice board. */
export const practiceMarks = (marks: Marks, now: Date): Marks => ({
  ...marks,
  version: 'practice',
  marks: listPracticeRows(now).flatMap((row) => markOf(row, marks.salt, now) ?? []),
})

function markOf({ id, was, load }: PracticeRow, salt: string, now: Date): Mark | undefined {
  if (typeof was !== 'object') return undefined
  const { postingKey = '' } = markKeysOf(salt, { ...load, board: 'truckstop', boardLoadId: id })
  return {
    id: '00000000-0000-4000-8000-000000000001',
    postingKey,
    laneKey: null,
    userId: '00000000-0000-4000-8000-000000000002',
    name: was.by,
    type: 'EMAIL',
    at: new Date(now.getTime() - was.minutesAgo * 60_000).toISOString(),
    askCents: null,
    postedCents: null,
    outcome: null,
  }
}
