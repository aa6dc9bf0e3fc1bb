import { extensionBridge } from '@loadping/contract/extension/extension-bridge'
import { writeCookie } from '../session/cookies.ts'

/** Puts the extension's marker into the page, as the extension does. */
export function showMarker(version = '0.1.0'): void {
  const marker = document.createElement('div')
  marker.id = extensionBridge.markerId
  marker.dataset['version'] = version
  document.documentElement.append(marker)
}

export const hideMarker = (): void => document.getElementById(extensionBridge.markerId)?.remove()

/** Lets the dialog about the missing extension open, as in a browser that was just started. */
export const letMissingExtensionShow = (): void => writeCookie('loadping.extension-missing', '', { days: -1 })
