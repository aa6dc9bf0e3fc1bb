import { bridge } from '@loadping/contract/extension-bridge'
import { useEffect } from 'react'
import { useMe } from '../account/account.data.ts'
import { useExtensionMarker } from '../extension/extension.data.ts'

const renewalMilliseconds = 4 * 60_000

/** While the extension is here, keeps a pick-up code for it in the page, renewed until the extension holds a session of this user. */
export function ExtensionBridge({ userId }: { userId: string }) {
  const marker = useExtensionMarker()
  const isWaiting = marker !== undefined && marker.connectedUserId !== userId
  const { data: me, dataUpdatedAt, refetch } = useMe(isWaiting ? renewalMilliseconds : false)
  const code = marker && me.extensionToken

  useEffect(() => {
    if (isWaiting && Date.now() - dataUpdatedAt > renewalMilliseconds) void refetch()
  }, [isWaiting, dataUpdatedAt, refetch])

  useEffect(() => {
    if (!code) return
    const template = document.createElement('template')
    template.id = bridge.codeId
    template.dataset['code'] = code
    document.body.append(template)
    return () => template.remove()
  }, [code])

  return null
}
