import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { useRef, useState } from 'react'

export type Selection = ReturnType<typeof useSelection>

/** Which of the loads are selected. A range reaches from the one selected before. */
export function useSelection(loads: SavedLoad[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const start = useRef<string>(undefined)
  const selected = loads.filter(({ id }) => ids.has(id))
  const isAll = selected.length > 0 && selected.length === loads.length

  function toggle(id: string, isRange: boolean) {
    const from = isRange ? loads.findIndex((load) => load.id === start.current) : -1
    const to = loads.findIndex((load) => load.id === id)
    start.current = id
    if (from >= 0 && to >= 0) {
      const range = loads.slice(Math.min(from, to), Math.max(from, to) + 1)
      setIds(new Set([...ids, ...range.map((load) => load.id)]))
    } else setIds(new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]))
  }

  return {
    ids,
    loads: selected,
    state: isAll ? true : selected.length > 0 ? ('mixed' as const) : false,
    toggle,
    toggleAll: () => setIds(new Set(isAll ? [] : loads.map(({ id }) => id))),
    select: (all: SavedLoad[]) => setIds(new Set(all.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
