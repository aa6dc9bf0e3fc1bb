import { bridge } from '@loadping/contract/extension-bridge'
import { askBackground } from './ask-background.ts'
import { ConnectedUser } from './messages.ts'

const marker = document.createElement('div')
marker.id = bridge.markerId
marker.hidden = true
marker.dataset['version'] = chrome.runtime.getManifest().version

let seen = ''
document.documentElement.append(marker)
new MutationObserver(lookForCode).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-code'] })
void askBackground({ kind: 'connected-user' }, ConnectedUser).then(showConnected)
lookForCode()

/** Hands each new pick-up code over to the background, once. */
function lookForCode(): void {
  if (!marker.isConnected) document.documentElement.append(marker)
  const code = document.getElementById(bridge.codeId)?.dataset['code'] ?? ''
  if (code === seen) return
  seen = code
  if (code) void askBackground({ kind: 'pick-up-code', code }, ConnectedUser).then(showConnected)
}

/** Lets the dashboard's page see whose session the extension holds, so that it need not make more codes. */
function showConnected(answer: { userId: string | null } | undefined): void {
  if (answer?.userId) marker.dataset['connected'] = answer.userId
  else delete marker.dataset['connected']
}
