import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus off a button that is about to go: to its row's message, or, when the row goes too, to the next one's, or else to the search. */
export function leaveButton(isRowGoing: boolean): void {
  const row = document.activeElement?.closest('li')
  if (!row) return
  const place = isRowGoing ? (row.nextElementSibling ?? row.previousElementSibling) : row
  const next = place?.querySelector('button') ?? document.querySelector<HTMLElement>('main input[type=search]')
  next?.focus()
}

/** Gives the focus that went with a row to the list. */
export function useFocusAfterRow(rows: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(rows)
  useEffect(() => {
    if (rows < before.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
    before.current = rows
  }, [rows])
  return list
}
