import { extensionBridge } from '@loadping/contract/extension/extension-bridge'
import { askWorker } from './message.ts'
import { loggedOut, pairingCode } from './session/bridge-messages.ts'

const dashboardOrigin = new URL(chrome.runtime.getManifest().homepage_url ?? '').origin
// Firefox matches the dashboard's host on every port.
if (location.origin === dashboardOrigin) connectPage()

/** Adds the marker and waits for pairing codes, until the extension is updated or removed. */
function connectPage(): void {
  // The page can only see that the extension is installed, and its version.
  const marker = document.createElement('div')
  marker.id = extensionBridge.markerId
  marker.hidden = true
  marker.dataset['version'] = chrome.runtime.getManifest().version

  let lastCode = ''
  document.getElementById(marker.id)?.remove() // of the version before an update
  document.documentElement.append(marker)
  const observer = new MutationObserver(checkCode)
  observer.observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-code'],
  })
  checkCode()

  /** Sends each new pairing code to the background once. A code that disappears means that the user logged out. */
  function checkCode(): void {
    if (!chrome.runtime?.id) return void observer.disconnect()
    if (!marker.isConnected) document.documentElement.append(marker)
    const code = document.getElementById(extensionBridge.codeId)?.dataset['code'] ?? ''
    if (code === lastCode) return
    lastCode = code
    void (code ? askWorker(pairingCode, { code }) : askWorker(loggedOut, {}))
  }
}
