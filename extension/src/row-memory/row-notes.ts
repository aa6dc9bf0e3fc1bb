import { BoardId } from '@loadping/contract/boards/board-id'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { laneKeyOf } from '@loadping/contract/boards/same-load'
import * as z from 'zod/mini'
import { type InquiryStates, mayHaveLeft } from '../inquiries/inquiry-state.ts'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import { RowNote } from './row-note.ts'

/** How long this device remembers what the user did about a row. */
const keptMs = 48 * 3_600_000
const maxNotes = 2000

const KeptNote = z.object({
  userId: z.string(),
  board: BoardId,
  boardLoadId: z.string(),
  /** Of the same load on any board. */
  laneKey: z.optional(z.string()),
  at: z.int(),
  note: RowNote,
})
export type KeptNote = z.infer<typeof KeptNote>

type Deps = { persistentArea: StorageArea; userId: () => Promise<string | undefined>; now: () => Date }

/** Remembers on this device what the user did about the rows that they clicked. */
export function createRowNotes({ persistentArea, userId, now }: Deps) {
  const kept = createStoredValue(persistentArea, 'row-notes', z.array(KeptNote), [])

  /** Adds to the note of a load. */
  async function add(load: PostedLoad, added: RowNote): Promise<void> {
    const owner = await userId()
    const laneKey = laneKeyOf(load)
    const at = now().getTime()
    if (!owner) return
    await kept.change((all) => {
      const isSame = isOf(owner, load)
      const note = { ...all.find(isSame)?.note, ...added }
      const { board, boardLoadId } = load
      const changed = { userId: owner, board, boardLoadId, ...(laneKey && { laneKey }), at, note }
      return [changed, ...all.filter((other) => !isSame(other) && at - other.at < keptMs)].slice(0, maxNotes)
    })
  }

  async function list(): Promise<KeptNote[]> {
    const owner = await userId()
    const all = await kept.read()
    return all.filter((note) => note.userId === owner && now().getTime() - note.at < keptMs)
  }

  /**
   * Corrects the notes of emails that were not sent, which a later browser session could no longer know. Reads the notes
   * first, because a click stores its inquiry before its note.
   */
  async function correct(board: BoardId, listInquiries: () => Promise<InquiryStates>): Promise<void> {
    const owner = await userId()
    const notes = await list()
    const inquiries = await listInquiries()
    const wrong = new Map(
      notes
        .filter((each) => each.board === board && each.note.emailedAt && !mayHaveLeft(inquiries[each.boardLoadId]))
        .map(({ boardLoadId, note: { emailedAt } }) => [boardLoadId, emailedAt]),
    )
    if (wrong.size === 0 || !owner) return
    await kept.change((all) =>
      all.map((each) => {
        const { boardLoadId, note } = each
        const isWrong = note.emailedAt !== undefined && wrong.get(boardLoadId) === note.emailedAt
        return isWrong && isOf(owner, { board, boardLoadId })(each)
          ? { ...each, note: withoutEmail(note, inquiries[boardLoadId]?.emailId !== undefined) }
          : each
      }),
    )
  }

  return {
    add,
    correct,
    /** Returns the notes of one board, by posting id. */
    ofBoard: async (board: BoardId): Promise<Record<string, RowNote>> =>
      Object.fromEntries(
        (await list()).flatMap((kept) => (kept.board === board ? [[kept.boardLoadId, kept.note]] : [])),
      ),
    /** Returns the notes of a load: of its posting, and of the same load on other boards. */
    async ofLoad(load: PostedLoad): Promise<KeptNote[]> {
      const laneKey = laneKeyOf(load)
      const isPosting = isOf((await userId()) ?? '', load)
      return (await list()).filter((note) => isPosting(note) || (laneKey !== undefined && note.laneKey === laneKey))
    },
  }
}

const isOf =
  (owner: string, { board, boardLoadId }: Pick<PostedLoad, 'board' | 'boardLoadId'>) =>
  (note: KeptNote): boolean =>
    note.userId === owner && note.board === board && note.boardLoadId === boardLoadId

/** An email that the server accepted has saved its load, which stays saved when the email is undone or fails. */
function withoutEmail({ emailedAt, askCents, ...others }: RowNote, wasAccepted: boolean): RowNote {
  const savedAt = others.savedAt ?? (wasAccepted ? emailedAt : undefined)
  return { ...others, ...(others.calledAt && askCents && { askCents }), ...(savedAt && { savedAt }) }
}
