import { extensionBridge } from '@loadping/contract/extension-bridge'
import { sendToBackground } from './background-client.ts'
import { Acknowledged } from './messages.ts'

// The page can only see that the extension is installed, and its version.
const marker = document.createElement('div')
marker.id = extensionBridge.markerId
marker.hidden = true
marker.dataset['version'] = chrome.runtime.getManifest().version

let lastCode = ''
document.documentElement.append(marker)
new MutationObserver(checkCode).observe(document.documentElement, {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ['data-code'],
})
checkCode()

/** Sends each new pairing code to the background once. A code that disappears means that the user logged out. */
function checkCode(): void {
  if (!marker.isConnected) document.documentElement.append(marker)
  const code = document.getElementById(extensionBridge.codeId)?.dataset['code'] ?? ''
  if (code === lastCode) return
  lastCode = code
  void sendToBackground(code ? { kind: 'pairing-code', code } : { kind: 'logged-out' }, Acknowledged)
}
