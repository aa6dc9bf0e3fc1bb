import { useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { browserStorage } from '../session/browser-storage.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useIsPhone } from '../ui/use-is-phone.ts'
import { useExtensionVersion } from './extension.data.ts'

const MissingExtensionDialog = lazyPart(
  async () => (await import('./missing-extension-dialog.tsx')).MissingExtensionDialog,
)

const closedKey = 'loadping.extension-missing'
const quietMs = 24 * 3_600_000

/** Opens a dialog while the extension is missing, at most once a day. A phone cannot install it. */
export function MissingExtension() {
  const isMissing = useExtensionVersion() === undefined
  const isPhone = useIsPhone()
  const { pathname } = useLocation()
  const [isClosed, setClosed] = useState(wasClosedLately)
  if (!isMissing || isClosed || isPhone || pathname === paths.extension) return null

  function close() {
    browserStorage.write(closedKey, String(Date.now()))
    setClosed(true)
  }

  return <MissingExtensionDialog onClose={close} />
}

const wasClosedLately = (): boolean => Date.now() - Number(browserStorage.read(closedKey) ?? 0) < quietMs
