import { boards } from '../boards/boards.ts'
import { createAgreement } from './agreement.ts'

/** Registers the content script for exactly the boards whose hosts the user granted after agreeing to the notice. */
export async function registerGrantedBoards(): Promise<void> {
  const registered = new Set((await chrome.scripting.getRegisteredContentScripts()).map(({ id }) => id))
  const hasAgreed = await createAgreement(chrome.storage.local).isCurrent()
  for (const { id, matches, isFramed = false } of boards) {
    const script = `load-board-${id}`
    const isOn = hasAgreed && (await isGranted(matches))
    if (isOn && !registered.has(script))
      await chrome.scripting.registerContentScripts([
        { id: script, matches, js: ['load-board.js'], runAt: 'document_idle', allFrames: isFramed },
      ])
    if (!isOn && registered.has(script)) await chrome.scripting.unregisterContentScripts({ ids: [script] })
  }
}

/** Shows the notice again if boards are on and it has changed. Until the user agrees, the boards stay off. */
export async function showChangedNotice(): Promise<void> {
  const grants = await Promise.all(boards.map(({ matches }) => isGranted(matches)))
  const hasAgreed = await createAgreement(chrome.storage.local).isCurrent()
  if (grants.includes(true) && !hasAgreed) await chrome.tabs.create({ url: chrome.runtime.getURL('notice.html') })
}

/** Connects dashboard pages that were open before the extension was installed or updated. */
export async function connectOpenDashboards(): Promise<void> {
  const [bridge] = chrome.runtime.getManifest().content_scripts ?? []
  const tabs = await chrome.tabs.query({ url: bridge?.matches ?? [] })
  const injections = tabs.flatMap(({ id, url }) =>
    id === undefined || isExcluded(url, bridge?.exclude_matches)
      ? []
      : [chrome.scripting.executeScript({ target: { tabId: id }, files: ['dashboard-bridge.js'] })],
  )
  await Promise.allSettled(injections) // a tab may be closing, or show an error page
}

const isGranted = (origins: string[]): Promise<boolean> => chrome.permissions.contains({ origins })

const isExcluded = (url = '', patterns: string[] = []): boolean =>
  patterns.some((pattern) => new URL(url).pathname.startsWith(new URL(pattern.replace('*', '')).pathname))
