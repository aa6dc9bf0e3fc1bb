import { type RefObject, useEffect, useRef } from 'react'

const rowSelector = 'tr, li'

/**
 * Before a row is removed, moves the focus to `control` in the next row that has one, then the previous, else to the
 * search.
 */
export function focusNextRow(control: string): void {
  const row = document.activeElement?.closest(rowSelector)
  if (!row?.parentElement) return
  const rows = [...row.parentElement.children]
  const position = rows.indexOf(row)
  focusFirst([...rows.slice(position + 1), ...rows.slice(0, position).reverse()], control)
}

/** Moves the focus to `control` in the next or previous row, or from outside the list to its first row. */
export function focusRow(step: 1 | -1, control: string, rows = rowSelector): void {
  const controls = [...document.querySelectorAll<HTMLElement>(control)]
  const row = document.activeElement?.closest(rows)
  const current = controls.findIndex((each) => row?.contains(each))
  const next = current < 0 ? controls[0] : controls[current + step]
  next?.focus()
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

/** Returns a ref whose element takes the focus that was lost with a removed row. */
export function useFocusAfterRemoval<Focused extends HTMLElement>(rows: number): RefObject<Focused | null> {
  const element = useRef<Focused>(null)
  const rowsBefore = useRef(rows)
  useEffect(() => {
    if (rows < rowsBefore.current && document.activeElement === document.body)
      element.current?.focus({ preventScroll: true })
    rowsBefore.current = rows
  }, [rows])
  return element
}
