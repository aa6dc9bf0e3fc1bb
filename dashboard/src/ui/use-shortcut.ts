import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

const editable = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Runs `act` on a key press, except in fields and while an overlay is open. */
export const useShortcut = (key: string, act: () => void): void => useShortcuts({ [key]: act })

const sequenceMs = 1_500

/**
 * Runs what belongs to two keys pressed one after the other, such as `g a`, with the exceptions of `useShortcut`. The
 * second key does nothing else.
 */
export function useKeySequences(actions: Readonly<Record<string, () => void>>): void {
  const first = useRef({ key: '', at: 0 })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const { key, at } = first.current
    const act = event.timeStamp - at < sequenceMs ? actions[`${key} ${event.key}`] : undefined
    first.current = { key: event.key, at: event.timeStamp }
    if (!act) return
    event.preventDefault()
    event.stopImmediatePropagation()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

/** Runs `act` on Ctrl or ⌘ with a key, also in fields, but not while an overlay is open. */
export function useCommandKey(key: string, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (event.defaultPrevented || document.querySelector(overlays)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Takes text that is pasted on the page, except in fields and while an overlay is open. */
export function usePaste(take: (text: string) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain').trim()
    if (!text || isElsewhere(event)) return
    event.preventDefault()
    take(text)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    window.addEventListener('paste', listen)
    return () => window.removeEventListener('paste', listen)
  }, [])
}

const isElsewhere = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(`${editable}, ${overlays}`) !== null

/** Runs what belongs to the pressed key, except in fields and while an overlay is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = actions[event.key]
    if (!act || isElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault() // The key must not also be typed into a field that takes the focus.
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Runs what belongs to the pressed key in the page or the overlay that holds an element, except in fields. */
export function useShortcutsAround(
  element: RefObject<Element | null>,
  actions: Readonly<Record<string, () => void>>,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = actions[event.key]
    const { target } = event
    if (!act || !(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return
    const isOwnOverlay = target.closest(overlays) === (element.current?.closest(overlays) ?? null)
    if (!isOwnOverlay || target.closest(editable)) return
    if (event.key === 'Enter' && target.closest('a, button')) return // which the key presses
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
