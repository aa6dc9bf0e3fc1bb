import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus out of the row that is about to go: to the menu of the row after it, or before it, or else to the search. */
export function leaveRow(): void {
  const row = document.activeElement?.closest('tr')
  if (!row?.parentElement) return
  const rows = [...row.parentElement.children]
  const position = rows.indexOf(row)
  const menus = [...rows.slice(position + 1), ...rows.slice(0, position).reverse()].map(findMenu)
  const next = menus.find((menu) => menu !== null) ?? document.querySelector<HTMLElement>('main input[type=search]')
  next?.focus()
}

const findMenu = (row: Element) => row.querySelector<HTMLElement>('td:last-child [aria-haspopup=menu]')

/** Gives the focus to what takes the place of a list whose last row has gone with it. */
export function useFocusAfterList(hasList: boolean): RefObject<HTMLDivElement | null> {
  const position = useRef<HTMLDivElement>(null)
  const hadList = useRef(hasList)
  useEffect(() => {
    if (hadList.current && !hasList && document.activeElement === document.body) position.current?.focus()
    hadList.current = hasList
  }, [hasList])
  return position
}
