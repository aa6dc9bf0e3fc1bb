import { extensionBridge } from '@loadping/contract/extension/extension-bridge'
import { useEffect } from 'react'
import { useMe } from '../account/account.data.ts'
import { useExtensionVersion } from '../extension/extension.data.ts'

const refreshMilliseconds = 4 * 60_000

/** Keeps a fresh pairing code in the page for the extension while it is installed. */
export function ExtensionBridge() {
  const isInstalled = useExtensionVersion() !== undefined
  const { data: me, dataUpdatedAt, refetch } = useMe(isInstalled ? refreshMilliseconds : false)
  const code = isInstalled ? me.extensionToken : null

  useEffect(() => {
    if (isInstalled && Date.now() - dataUpdatedAt > refreshMilliseconds) void refetch()
  }, [isInstalled, dataUpdatedAt, refetch])

  useEffect(() => {
    if (!code) return
    const template = document.createElement('template')
    template.id = extensionBridge.codeId
    template.dataset['code'] = code
    document.body.append(template)
    return () => template.remove()
  }, [code])

  return null
}
