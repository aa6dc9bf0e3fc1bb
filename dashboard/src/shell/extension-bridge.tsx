import { extensionBridge } from '@loadping/contract/extension-bridge'
import { useEffect } from 'react'
import { useMe } from '../account/account.data.ts'
import { useExtensionVersion } from '../extension/extension.data.ts'

const renewalMilliseconds = 4 * 60_000

/** While the extension is here, keeps a pick-up code for it in the page, and renews it before it ends. */
export function ExtensionBridge() {
  const isHere = useExtensionVersion() !== undefined
  const { data: me, dataUpdatedAt, refetch } = useMe(isHere ? renewalMilliseconds : false)
  const code = isHere ? me.extensionToken : null

  useEffect(() => {
    if (isHere && Date.now() - dataUpdatedAt > renewalMilliseconds) void refetch()
  }, [isHere, dataUpdatedAt, refetch])

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
