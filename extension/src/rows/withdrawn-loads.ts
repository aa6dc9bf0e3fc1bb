import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { InquiryStates } from '../inquiries/inquiry-state.ts'

/** Remembers the loads that the board of a page says are no longer posted, and which of them the user has closed. */
export function createWithdrawnLoads() {
  const known = new Map<string, { load: PostedLoad; isClosed: boolean }>()

  return {
    /** Returns whether that is news. */
    add(load: PostedLoad): boolean {
      const isNews = !known.has(load.boardLoadId)
      if (isNews) known.set(load.boardLoadId, { load, isClosed: false })
      return isNews
    },
    /** Forgets a load that is posted after all. Returns whether it was withdrawn. */
    remove: ({ boardLoadId }: PostedLoad): boolean => known.delete(boardLoadId),
    has: ({ boardLoadId }: PostedLoad): boolean => known.has(boardLoadId),
    close({ boardLoadId }: PostedLoad): void {
      const closed = known.get(boardLoadId)
      if (closed) closed.isClosed = true
    },
    /** Returns the first one whose email waits, and that was not closed. */
    next: (inquiries: InquiryStates): PostedLoad | undefined =>
      [...known.values()].find(({ load, isClosed }) => !isClosed && inquiries[load.boardLoadId]?.state === 'queued')
        ?.load,
    clear: (): void => known.clear(),
  }
}
