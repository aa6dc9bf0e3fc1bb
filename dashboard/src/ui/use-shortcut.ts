import { useEffect, useEffectEvent } from 'react'

const editable = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Runs `act` on a key press, except in fields and while an overlay is open. */
export const useShortcut = (key: string, act: () => void): void => useShortcuts({ [key]: act })

/** Runs what belongs to the pressed key, except in fields and while an overlay is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest(`${editable}, ${overlays}`)
    const act = actions[event.key]
    if (!act || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault() // The key must not also be typed into a field that takes the focus.
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
