import type { LoadPage, SavedLoad } from '@loadping/contract/loads/saved-loads'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type LoadPages, mapPages } from './load-pages.ts'
import { loadListKey, pageKey } from './query-keys.ts'

type Apply = (load: SavedLoad) => SavedLoad | undefined

/** A load that is shown with changes which the server has not answered. */
type Shown = { onServer: SavedLoad; unanswered: number }

/** Of each running app, the loads with unanswered changes by id. */
const shownChanges = new WeakMap<QueryClient, Map<string, Shown>>()

function shownIn(queryClient: QueryClient): Map<string, Shown> {
  const shownById = shownChanges.get(queryClient) ?? new Map<string, Shown>()
  shownChanges.set(queryClient, shownById)
  return shownById
}

/** Whether loads are shown with a change that the server has not answered. */
export const isChangingLoads = (queryClient: QueryClient): boolean => shownIn(queryClient).size > 0

/**
 * Returns the function that shows a change in all lists and pages before it is sent. A load whose last change fails is
 * shown as on the server.
 */
export function useShownChanges() {
  const queryClient = useQueryClient()
  const shownById = shownIn(queryClient)

  function settle(ids: Set<string>, change: Apply, isDone: boolean) {
    const failed = new Map<string, SavedLoad>()
    for (const id of ids) {
      const { onServer, unanswered } = shownById.get(id) ?? {}
      if (!onServer || !unanswered) continue
      if (unanswered > 1)
        shownById.set(id, { onServer: (isDone && change(onServer)) || onServer, unanswered: unanswered - 1 })
      else shownById.delete(id)
      if (unanswered === 1 && !isDone) failed.set(id, onServer)
    }
    if (failed.size > 0) patchLoads(queryClient, (load) => failed.get(load.id) ?? load)
  }

  return (change: Apply, sent: Promise<unknown>) => {
    const ids = new Set<string>()
    patchLoads(queryClient, (load) => {
      const changed = change(load)
      if (changed === load || ids.has(load.id)) return changed
      ids.add(load.id)
      const { onServer = load, unanswered = 0 } = shownById.get(load.id) ?? {}
      shownById.set(load.id, { onServer, unanswered: unanswered + 1 })
      return changed
    })
    sent.then(
      () => settle(ids, change, true),
      () => settle(ids, change, false),
    )
  }
}

/** Changes loads in all lists and pages; a list leaves out those that become undefined. */
export function patchLoads(queryClient: QueryClient, change: Apply): void {
  for (const [key, data] of queryClient.getQueriesData<LoadPages>({ queryKey: loadListKey }))
    if (data) queryClient.setQueryData<LoadPages>(key, mapPages(data, change))
  for (const [key, page] of queryClient.getQueriesData<LoadPage>({ queryKey: pageKey }))
    if (page) queryClient.setQueryData<LoadPage>(key, { ...page, load: change(page.load) ?? page.load })
}
