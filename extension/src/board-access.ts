import { boards } from './boards/boards.ts'

/** Registers the content script for exactly the boards whose hosts the user has granted. */
export async function registerGrantedBoards(): Promise<void> {
  const registered = new Set((await chrome.scripting.getRegisteredContentScripts()).map(({ id }) => id))
  for (const { id, matches, isFramed = false } of boards) {
    const script = `load-board-${id}`
    const isGranted = await chrome.permissions.contains({ origins: matches })
    if (isGranted && !registered.has(script))
      await chrome.scripting.registerContentScripts([
        { id: script, matches, js: ['load-board.js'], runAt: 'document_idle', allFrames: isFramed },
      ])
    if (!isGranted && registered.has(script)) await chrome.scripting.unregisterContentScripts({ ids: [script] })
  }
}
