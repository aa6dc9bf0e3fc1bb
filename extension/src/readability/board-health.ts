import { BoardId } from '@loadping/contract/boards/board-id'
import type { Client } from '@loadping/contract/client'
import { type BoardCounts, BoardHealth } from '@loadping/contract/extension/board-health'
import { isBlind, nextHealth } from '@loadping/contract/extension/judge-board-health'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'

/** How long unchanged health may wait before the server gets it again. */
const repeatMs = 15 * 60_000

export type BoardHealthDeps = {
  persistentArea: StorageArea
  extension: Pick<Client['extension'], 'saveBoardHealth'>
  /** Whether the user is signed in, and allows technical data to be sent. */
  maySend: () => Promise<boolean>
  now: () => Date
}

/** Keeps what can be read on each board, and tells the server when that changes. */
export function createBoardHealth({ persistentArea, extension, maySend, now }: BoardHealthDeps) {
  const stored = createStoredValue(persistentArea, 'board-health', z.array(BoardHealth), [])
  const confirmed = createStoredValue(persistentArea, 'confirmed-boards', z.array(BoardId), [])
  const sent = createStoredValue(persistentArea, 'sent-board-health', z.object({ at: z.int(), key: z.string() }), {
    at: 0,
    key: '',
  })

  async function record(counts: BoardCounts): Promise<BoardHealth> {
    const all = await stored.change((known) => [
      nextHealth(counts, known.find(isOf(counts.board)), now()),
      ...known.filter((health) => health.board !== counts.board),
    ])
    await send(all)
    const health = all.find(isOf(counts.board))
    if (!health) throw new Error('the health was not stored')
    return health
  }

  async function send(boards: BoardHealth[]): Promise<void> {
    const key = JSON.stringify(boards.map((health) => ({ ...health, seenAt: undefined, isBlind: isBlind(health) })))
    const last = await sent.read()
    if ((last.key === key && now().getTime() - last.at < repeatMs) || !(await maySend())) return
    await sent.change(() => ({ at: now().getTime(), key }))
    await extension.saveBoardHealth({ body: { boards } }).catch(() => sent.change(() => ({ at: 0, key: '' })))
  }

  return {
    record,
    list: stored.read,
    find: async (board: BoardId): Promise<BoardHealth | null> => (await stored.read()).find(isOf(board)) ?? null,
    /** The untried boards of which the user has confirmed that a row was read right. */
    confirmed: confirmed.read,
    confirm: (board: BoardId) => confirmed.change((known) => [...new Set([...known, board])]),
    /** Forgets what the server knows, when another user signs in. */
    forgetSent: () => sent.change(() => ({ at: 0, key: '' })),
  }
}

const isOf =
  (board: BoardId) =>
  (health: BoardHealth): boolean =>
    health.board === board
