import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { readCookie, writeCookie } from '../session/cookies.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useIsPhone } from '../ui/use-is-phone.ts'
import { useExtensionVersion } from './extension.data.ts'
import { shownCookieAt } from './shown-cookie.ts'

const MissingExtensionDialog = lazyPart(
  async () => (await import('./missing-extension-dialog.tsx')).MissingExtensionDialog,
)

const shownCookie = shownCookieAt(window.location.protocol)
/** How long the extension may take to show its marker after the page was loaded. */
const patienceMs = 1_500

/** Opens a dialog while the extension is missing, once until the browser is closed. A phone cannot install it. */
export function MissingExtension() {
  const isMissing = useExtensionVersion() === undefined
  const isPhone = useIsPhone()
  const { pathname } = useLocation()
  const [state, setState] = useState<'waits' | 'shown' | 'closed'>(() => (readCookie(shownCookie) ? 'closed' : 'waits'))
  const isDue = state === 'waits' && isMissing && !isPhone && pathname !== paths.extension

  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => {
      writeCookie(shownCookie, 'shown', { days: 'until-closed' })
      setState('shown')
    }, patienceMs)
    return () => clearTimeout(timer)
  }, [isDue])

  if (state !== 'shown' || !isMissing || isPhone || pathname === paths.extension) return null
  return <MissingExtensionDialog onClose={() => setState('closed')} />
}
