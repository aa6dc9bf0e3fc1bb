import type { LoadBefore } from '@loadping/contract/loads/load-status'
import { statusAfter } from '@loadping/contract/loads/load-status'
import type { LoadChange } from '@loadping/contract/loads/loads.api'
import type { LoadList, SavedLoad } from '@loadping/contract/loads/saved-loads'
import type { InfiniteData } from '@tanstack/react-query'

export type LoadPages = InfiniteData<LoadList, string>

/** The loads of all pages, each once: one that moved between two fetches can be on two pages. */
export function flattenPages(data: { pages: LoadList[] } | undefined): SavedLoad[] {
  const byId = new Map<string, SavedLoad>()
  for (const { loads } of data?.pages ?? []) for (const load of loads) if (!byId.has(load.id)) byId.set(load.id, load)
  return [...byId.values()]
}

/**
 * Replaces a page that was fetched again, and keeps the loads that newer ones pushed beyond its end. Returns undefined
 * if the pages no longer fit together.
 */
export function replacePage(data: LoadPages, index: number, fresh: LoadList): LoadPages | undefined {
  const before = data.pages[index]
  if (!before) return undefined
  const isLast = index === data.pages.length - 1
  const pushed = isLast && before.next === null ? [] : pushedBeyond(before.loads, fresh.loads)
  const isInLaterPage = (id: string) =>
    data.pages.slice(index + 1).some(({ loads }) => loads.some((load) => load.id === id))
  const last = fresh.loads.at(-1)
  if (!isLast && (pushed === undefined || fresh.next === null) && !(last && isInLaterPage(last.id))) return undefined
  const page = {
    ...fresh,
    loads: [...fresh.loads, ...(pushed ?? [])],
    next: isLast && !pushed?.length ? fresh.next : before.next,
  }
  return { ...data, pages: data.pages.with(index, page) }
}

/** The loads that came after the last of the fresh ones; undefined if that one is new here. */
function pushedBeyond(before: SavedLoad[], fresh: SavedLoad[]): SavedLoad[] | undefined {
  const end = before.findIndex(({ id }) => id === fresh.at(-1)?.id)
  if (end < 0) return undefined
  const ids = new Set(fresh.map(({ id }) => id))
  return before.slice(end + 1).filter(({ id }) => !ids.has(id))
}

/** The load as the server will answer it; undefined once it is deleted. */
export function applyChange(load: SavedLoad, change: LoadChange, at: string): SavedLoad | undefined {
  if (change.kind === 'delete') return undefined
  if (change.kind === 'status') return { ...load, status: change.status }
  if (change.kind === 'restore') return load
  const outcome = { kind: change.outcome, cents: change.cents ?? null, at }
  return { ...load, outcome, outcomeBy: load.userId, status: statusAfter[change.outcome] ?? load.status }
}

/** The load as it was before a change. */
export const applyBefore = (load: SavedLoad, { status, outcome }: LoadBefore): SavedLoad => ({
  ...load,
  status,
  outcome,
})

/** Replaces or, with undefined, removes loads in all pages. Pages without a change stay the same objects. */
export function mapPages(data: LoadPages, change: (load: SavedLoad) => SavedLoad | undefined): LoadPages {
  const pages = data.pages.map((page) => {
    const loads = page.loads.map(change)
    const isSame = loads.every((load, index) => load === page.loads[index])
    return isSame ? page : { ...page, loads: loads.filter((load) => load !== undefined) }
  })
  return { ...data, pages }
}
