import { extensionBridge } from '@loadping/contract/extension-bridge'
import { sendToBackground } from './background-client.ts'
import { Acknowledged } from './messages.ts'

// All that the page learns of the extension: that it is here, and its version.
const marker = document.createElement('div')
marker.id = extensionBridge.markerId
marker.hidden = true
marker.dataset['version'] = chrome.runtime.getManifest().version

let seen = ''
document.documentElement.append(marker)
new MutationObserver(lookForCode).observe(document.documentElement, {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ['data-code'],
})
lookForCode()

/** Hands each new pick-up code over to the background, once, and says when it is gone: then somebody has logged out. */
function lookForCode(): void {
  if (!marker.isConnected) document.documentElement.append(marker)
  const code = document.getElementById(extensionBridge.codeId)?.dataset['code'] ?? ''
  if (code === seen) return
  seen = code
  void sendToBackground(code ? { kind: 'pick-up-code', code } : { kind: 'logged-out' }, Acknowledged)
}
