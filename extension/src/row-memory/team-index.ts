import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Client } from '@loadping/contract/client'
import type { BoardMemory } from '@loadping/contract/extension/board-memory'
import { indexMemory } from '@loadping/contract/extension/lane-memory'
import { isCurrentMark, markKeysOf } from '@loadping/contract/extension/mark-keys'
import type { Mark } from '@loadping/contract/extension/marks'
import { type Marks, noMarks } from './marks.ts'

const marksMs = 3_000
const memoryMs = 10 * 60_000

type Deps = {
  extension: Pick<Client['extension'], 'listMarks' | 'getMemory'>
  userId: () => Promise<string | undefined>
  now: () => Date
}

/**
 * Pulls what the team did and remembers, so that rows are matched in this browser. What cannot be pulled now is pulled
 * later.
 */
export function createTeamIndex({ extension, userId, now }: Deps) {
  let marks: Marks = noMarks
  let memory: { content: BoardMemory; index: ReturnType<typeof indexMemory> } | undefined
  let cursor: string | undefined
  let marksAt = Number.NEGATIVE_INFINITY
  let memoryAt = Number.NEGATIVE_INFINITY

  /** Returns the marks, at most some seconds old. */
  async function readMarks(): Promise<Marks> {
    const owner = await userId()
    if (owner !== marks.ownUserId) clear()
    if (!owner || Math.abs(now().getTime() - marksAt) < marksMs) return marks
    marksAt = now().getTime()
    const changes = await extension
      .listMarks({ query: cursor === undefined ? {} : { after: cursor } })
      .catch(() => null)
    if (!changes || owner !== (await userId())) return marks
    const isNew = changes.isComplete || changes.salt !== marks.salt
    const gone = new Set([...changes.removed, ...changes.marks.map(({ id }) => id)])
    const old = isNew ? [] : marks.marks.filter(({ id }) => !gone.has(id))
    const isChanged = isNew || gone.size > 0
    cursor = changes.next
    if (isChanged || owner !== marks.ownUserId)
      marks = { version: crypto.randomUUID(), ownUserId: owner, salt: changes.salt, marks: [...changes.marks, ...old] }
    return marks
  }

  /** Returns the marks of one load, the newest first. */
  async function marksOf(load: PostedLoad): Promise<Mark[]> {
    const { salt, ownUserId, marks: all } = await readMarks()
    const keys = markKeysOf(salt, load)
    return all.filter(
      (mark) =>
        isCurrentMark(mark, ownUserId, now()) &&
        (mark.postingKey === keys.postingKey || (mark.laneKey !== null && mark.laneKey === keys.laneKey)),
    )
  }

  /** Returns what the team remembers, indexed. */
  async function readMemory() {
    if (Math.abs(now().getTime() - memoryAt) >= memoryMs) {
      memoryAt = now().getTime()
      const owner = await userId()
      const query = memory ? { version: memory.content.version } : {}
      const content = await extension.getMemory({ query }).catch(() => null)
      if (content && owner === (await userId())) memory = { content, index: indexMemory(content) }
    }
    return memory?.index
  }

  function clear(): void {
    marks = noMarks
    memory = undefined
    cursor = undefined
    marksAt = Number.NEGATIVE_INFINITY
    memoryAt = Number.NEGATIVE_INFINITY
  }

  return { readMarks, marksOf, readMemory, clear }
}
