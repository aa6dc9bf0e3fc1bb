import { bridge } from '@loadping/contract/extension-bridge'
import { useSyncExternalStore } from 'react'

export type ExtensionMarker = { version: string; connectedUserId: string | undefined }

/** The element by which the extension says that it is here; undefined without it. */
export function useExtensionMarker(): ExtensionMarker | undefined {
  const seen = useSyncExternalStore(watchMarker, readMarker)
  if (seen === undefined) return undefined

  const [version = '', connectedUserId] = seen.split(' ')
  return { version, connectedUserId: connectedUserId || undefined }
}

function watchMarker(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['id', 'data-version', 'data-connected'],
  })
  return () => observer.disconnect()
}

function readMarker(): string | undefined {
  const element = document.getElementById(bridge.markerId)
  return element ? `${element.dataset['version'] ?? ''} ${element.dataset['connected'] ?? ''}` : undefined
}
