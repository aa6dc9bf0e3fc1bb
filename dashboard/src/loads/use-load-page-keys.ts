import { LoadStatus, type OutcomeKind } from '@loadping/contract/saved-loads'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { useShortcuts } from '../ui/use-shortcut.ts'
import type { ChangeLoads } from './load-changes.data.ts'
import { flattenPages, type LoadPages } from './load-pages.ts'
import { loadListKey } from './loads.data.ts'
import type { RowQuestion } from './row-popover.tsx'

type Targets = {
  id: string
  changes: ChangeLoads
  openCompose: () => void
  call: { start: () => void }
  ask: (question: RowQuestion) => void
  settle: (kind: OutcomeKind) => void
}

/** The page's keys: the same as those of the list for its current row. */
export function useLoadPageKeys({ id, changes, openCompose, call, ask, settle }: Targets) {
  const move = useNeighbors(id)
  useShortcuts({
    ...Object.fromEntries(
      LoadStatus.options.map((status, index) => [String(index + 1), () => changes.setStatus([id], status)]),
    ),
    j: () => move(1),
    k: () => move(-1),
    e: openCompose,
    c: call.start,
    n: () => ask('note'),
    s: () => ask('status'),
    b: () => settle('booked'),
    o: () => settle('countered'),
    v: () => settle('covered'),
    d: () => settle('declined'),
    a: () => settle('no-answer'),
    u: changes.undo,
  })
}

/** Moves to the next or previous load of the list that was shown last and has this one. */
function useNeighbors(id: string): (by: number) => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (by) => {
    const lists = queryClient
      .getQueryCache()
      .findAll({ queryKey: loadListKey })
      .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
      .map(({ queryKey }) => flattenPages(queryClient.getQueryData<LoadPages>(queryKey)))
    const ids = lists.map((loads) => loads.map((load) => load.id)).find((all) => all.includes(id)) ?? []
    const next = ids[ids.indexOf(id) + by]
    if (next !== undefined) void navigate(paths.load(next))
  }
}
