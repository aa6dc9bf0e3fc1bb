import { type RefObject, useEffect, useState } from 'react'
import { useExtensionVersion } from '../extension/extension.data.ts'

/** Who shows the controls of the rows; `waiting` while the extension may still add its own. */
export type ControlsBy = 'page' | 'extension' | 'waiting'

/** How long the extension may take to add its controls before the page shows its own. */
const patienceMs = 2_000

/** Finds out whether the extension put its controls into the rows below this element. */
export function useBoardControls(rows: RefObject<HTMLElement | null>): ControlsBy {
  const isInstalled = useExtensionVersion() !== undefined
  const [isAdded, setAdded] = useState(false)
  const [isPatient, setPatient] = useState(true)

  useEffect(() => {
    const element = rows.current
    if (!element) return
    const look = () => setAdded(element.querySelector('[row-id] > :not(td)') !== null)
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true })
    look()
    return () => observer.disconnect()
  }, [rows])

  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMs)
    return () => clearTimeout(timer)
  }, [])

  if (isAdded) return 'extension'
  return isInstalled && isPatient ? 'waiting' : 'page'
}
