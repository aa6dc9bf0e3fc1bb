import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/** Makes the buttons of a toolbar one stop of the Tab key; the arrow keys move between them. */
export function useRovingFocus() {
  const ref = useRef<HTMLDivElement>(null)
  const current = useRef(0)
  const buttons = () => [...(ref.current?.querySelectorAll('button') ?? [])]

  useLayoutEffect(() => {
    for (const [index, button] of buttons().entries()) button.tabIndex = index === current.current ? 0 : -1
  })

  function onFocus({ target }: FocusEvent) {
    const index = target instanceof HTMLButtonElement ? buttons().indexOf(target) : -1
    if (index < 0) return
    current.current = index
    for (const [at, button] of buttons().entries()) button.tabIndex = at === index ? 0 : -1
  }

  function onKeyDown(event: KeyboardEvent) {
    const { target } = event
    const focusable = buttons()
    const index = target instanceof HTMLButtonElement ? focusable.indexOf(target) : -1
    if (index < 0) return
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step
      ? (index + step + focusable.length) % focusable.length
      : { Home: 0, End: focusable.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    focusable[next]?.focus()
  }

  return { ref, onFocus, onKeyDown }
}
