import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Client } from '@loadping/contract/client'
import type { BoardMemory } from '@loadping/contract/extension/board-memory'
import { indexMemory } from '@loadping/contract/extension/lane-memory'
import { isCurrentMark, markKeysOf } from '@loadping/contract/extension/mark-keys'
import type { Mark } from '@loadping/contract/extension/marks'
import type { Kept } from '../session/kept-state.ts'

const memoryMs = 10 * 60_000

type Deps = {
  extension: Pick<Client['extension'], 'getMemory'>
  now: () => Date
}

/** Indexes what the team did and remembers, so that rows are matched in this browser. */
export function createTeamIndex({ extension, now }: Deps) {
  let memory: { owner: string; content: BoardMemory; index: ReturnType<typeof indexMemory> } | undefined
  let askedAt = Number.NEGATIVE_INFINITY

  /** Returns the marks of one load, the newest first. */
  function marksOf({ marks: { salt, ownUserId, marks } }: Kept, load: PostedLoad): Mark[] {
    const keys = markKeysOf(salt, load)
    return marks.filter(
      (mark) =>
        isCurrentMark(mark, ownUserId, now()) &&
        (mark.postingKey === keys.postingKey || (mark.laneKey !== null && mark.laneKey === keys.laneKey)),
    )
  }

  /** Returns what the team remembers, indexed, at most ten minutes older than its version; nothing of another team. */
  async function readMemory({ userId: owner, marks: { salt }, state: { memoryVersion } }: Kept) {
    if (memory && (memory.owner !== owner || !memory.content.version.startsWith(salt))) clear()
    const isOld = Math.abs(now().getTime() - askedAt) >= memoryMs
    if (isOld && memory?.content.version !== memoryVersion) {
      const query = memory ? { version: memory.content.version } : {}
      const content = await extension.getMemory({ query }).catch(() => undefined)
      if (content !== undefined) askedAt = now().getTime()
      if (content) memory = { owner, content, index: indexMemory(content) }
    }
    return memory?.owner === owner ? memory.index : undefined
  }

  function clear(): void {
    memory = undefined
    askedAt = Number.NEGATIVE_INFINITY
  }

  return { marksOf, readMemory, clear }
}
