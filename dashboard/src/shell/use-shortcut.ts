import { useEffect, useEffectEvent } from 'react'

const writable = 'input, textarea, select, [contenteditable]'
const over = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Lets a key act, outside of fields and of whatever lies over the page. */
export function useShortcut(key: string, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest(`${writable}, ${over}`)
    if (event.key === key && !isElsewhere && !event.ctrlKey && !event.metaKey && !event.altKey) act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
