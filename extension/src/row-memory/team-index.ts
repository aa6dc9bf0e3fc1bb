import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Client } from '@loadping/contract/client'
import type { BoardMemory } from '@loadping/contract/extension/board-memory'
import { indexMemory } from '@loadping/contract/extension/lane-memory'
import { isCurrentMark, markKeysOf } from '@loadping/contract/extension/mark-keys'
import type { Mark } from '@loadping/contract/extension/marks'
import type { Kept } from '../session/page-state.ts'

const memoryMs = 10 * 60_000

type Deps = {
  extension: Pick<Client['extension'], 'getMemory'>
  userId: () => Promise<string | undefined>
  now: () => Date
}

/** Indexes what the team did and remembers, so that rows are matched in this browser. */
export function createTeamIndex({ extension, userId, now }: Deps) {
  let memory: { content: BoardMemory; index: ReturnType<typeof indexMemory> } | undefined
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

  /** Returns what the team remembers, indexed, at most ten minutes older than its version. */
  async function readMemory({ state: { memoryVersion } }: Kept) {
    const isOld = Math.abs(now().getTime() - askedAt) >= memoryMs
    if (isOld && memory?.content.version !== memoryVersion) {
      askedAt = now().getTime()
      const owner = await userId()
      const query = memory ? { version: memory.content.version } : {}
      const content = await extension.getMemory({ query }).catch(() => null)
      if (content && owner === (await userId())) memory = { content, index: indexMemory(content) }
    }
    return memory?.index
  }

  function clear(): void {
    memory = undefined
    askedAt = Number.NEGATIVE_INFINITY
  }

  return { marksOf, readMemory, clear }
}
