import { type RefObject, useEffect, useRef } from 'react'

const rowSelector = 'tr, li'

/** Moves the focus to `control` in the nearest row, those below first, before the focused row is removed; without one, to the page's search. */
export function focusNextRow(control: string): void {
  const row = document.activeElement?.closest(rowSelector)
  if (!row?.parentElement) return
  const rows = [...row.parentElement.children]
  const position = rows.indexOf(row)
  focusFirst([...rows.slice(position + 1), ...rows.slice(0, position).reverse()], control)
}

/** Moves the focus to `control` in the same row, before the focused button is removed. */
export function focusInRow(control: string): void {
  const row = document.activeElement?.closest(rowSelector)
  if (row) focusFirst([row], control)
}

function focusFirst(rows: Element[], control: string): void {
  const controls = rows.map((row) => row.querySelector<HTMLElement>(control))
  const next = controls.find((each) => each !== null) ?? document.querySelector<HTMLElement>('main input[type=search]')
  next?.focus()
}

/** Focuses the element when the focus was lost with a removed row. */
export function useFocusAfterRemoval<Focused extends HTMLElement>(rows: number): RefObject<Focused | null> {
  const element = useRef<Focused>(null)
  const before = useRef(rows)
  useEffect(() => {
    if (rows < before.current && document.activeElement === document.body)
      element.current?.focus({ preventScroll: true })
    before.current = rows
  }, [rows])
  return element
}
