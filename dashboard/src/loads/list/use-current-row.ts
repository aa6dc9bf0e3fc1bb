import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

export type CurrentRow = ReturnType<typeof useCurrentRow>

type Left = { search: string; offset: number; id: string | undefined }
/** Where each running app left the list, to come back to it. */
const lefts = new WeakMap<QueryClient, Left>()

/**
 * The row that keys act on and the Tab key leads to. When its load leaves the list, the next one takes its place and
 * focus.
 */
export function useCurrentRow(loads: SavedLoad[], scroller: RefObject<HTMLElement | null>) {
  const { search } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const queryClient = useQueryClient()
  const [before] = useState(() => {
    const left = lefts.get(queryClient)
    return left?.search === search ? left : undefined
  })
  const [chosen, setChosen] = useState({ id: before?.id, index: 0 })
  const takesFocus = useRef(isBack && before?.id !== undefined)
  const scrollTo = useRef<(index: number) => void>(() => {})

  const chosenIndex = loads.findIndex(({ id }) => id === chosen.id)
  const index = chosenIndex >= 0 ? chosenIndex : Math.min(chosen.index, loads.length - 1)
  const id = loads[index]?.id
  if (chosenIndex >= 0 && chosenIndex !== chosen.index) setChosen({ id: chosen.id, index: chosenIndex })

  /** Focuses the row that shall have the focus, once it is rendered. */
  function settleFocus() {
    const wasRemoved = chosen.id !== undefined && chosen.id !== id && document.activeElement === document.body
    if (!(takesFocus.current || wasRemoved) || id === undefined) return
    const link = scroller.current?.querySelector<HTMLElement>(`[data-id="${id}"] [data-row-link]`)
    if (!link) return
    takesFocus.current = false
    link.focus({ preventScroll: true })
    if (chosen.id !== id) setChosen({ id, index })
  }

  const leaving = useRef({ search, id })
  useEffect(() => {
    leaving.current = { search, id }
  })
  useLayoutEffect(
    () => () => {
      lefts.set(queryClient, { ...leaving.current, offset: scroller.current?.scrollTop ?? 0 })
    },
    [scroller, queryClient],
  )

  function focusIndex(next: number) {
    const load = loads[Math.max(0, Math.min(next, loads.length - 1))]
    if (!load) return
    takesFocus.current = true
    setChosen({ id: load.id, index: next })
    scrollTo.current(Math.max(0, Math.min(next, loads.length - 1)))
  }

  return {
    id,
    index,
    settleFocus,
    initialOffset: before?.offset ?? 0,
    /** Moves by rows; the first press from outside the list goes to the current row. */
    move: (step: number) => focusIndex(isInside(scroller.current) ? index + step : index),
    focusFirst: () => focusIndex(0),
    focusLast: () => focusIndex(loads.length - 1),
    choose: (chosenId: string) => setChosen({ id: chosenId, index: loads.findIndex((load) => load.id === chosenId) }),
    onScrollTo: (scroll: (index: number) => void) => {
      scrollTo.current = scroll
    },
  }
}

const isInside = (scroller: HTMLElement | null): boolean => scroller?.contains(document.activeElement) ?? false
