import { useEffect, useRef, useState } from 'react'

export type Selection<Row extends { id: string } = { id: string }> = ReturnType<typeof useSelection<Row>>

/** Which of the rows are selected; one that is no longer shown is not. A range reaches from the last one toggled. */
export function useSelection<Row extends { id: string }>(rows: Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const start = useRef<string>(undefined)
  const shownRows = useRef(rows) // so that `toggle` stays the same function, and rows need not render again
  useEffect(() => {
    shownRows.current = rows
  }, [rows])
  const selected = rows.filter(({ id }) => ids.has(id))
  const isAll = selected.length > 0 && selected.length === rows.length

  function toggle(id: string, isRange = false) {
    const from = isRange ? shownRows.current.findIndex((row) => row.id === start.current) : -1
    const to = shownRows.current.findIndex((row) => row.id === id)
    start.current = id
    if (from >= 0 && to >= 0) {
      const range = shownRows.current.slice(Math.min(from, to), Math.max(from, to) + 1)
      setIds((before) => new Set([...before, ...range.map((row) => row.id)]))
    } else setIds((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  }

  return {
    ids,
    rows: selected,
    state: isAll ? true : selected.length > 0 ? ('mixed' as const) : false,
    toggle,
    /** Toggles the row that has the focus, by its `data-id`. */
    toggleFocused: () => {
      const focused = document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset['id']
      const row = rows.find(({ id }) => id === focused)
      if (row) toggle(row.id)
    },
    toggleAll: () => setIds(new Set(isAll ? [] : rows.map(({ id }) => id))),
    select: (all: { id: string }[]) => setIds(new Set(all.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
