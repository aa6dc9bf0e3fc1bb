import { extensionBridge } from '@loadping/contract/extension/extension-bridge'
import { useSyncExternalStore } from 'react'

/** Returns the version in the extension's marker element; undefined while the extension is not installed. */
export const useExtensionVersion = (): string | undefined => useSyncExternalStore(watchMarker, readVersion)

function watchMarker(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['id', 'data-version'],
  })
  return () => observer.disconnect()
}

const readVersion = (): string | undefined => document.getElementById(extensionBridge.markerId)?.dataset['version']
