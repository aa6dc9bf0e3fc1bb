import { afterEach, expect, test, vi } from 'vitest'
import { disclosure } from './disclosure.ts'

afterEach(() => vi.unstubAllGlobals())

test('a changed notice keeps boards off and is shown again until the user agrees to it', async () => {
  const browser = openBrowser(disclosure.version - 1)
  const { registerGrantedBoards, showChangedNotice } = await import('./board-access.ts')

  await registerGrantedBoards()
  await showChangedNotice()
  expect([browser.registered(), browser.opened]).toEqual([[], ['chrome-extension://own/notice.html']])

  document.body.innerHTML = '<main id="content"></main>'
  await import('../notice/notice.ts')
  await vi.waitFor(() => expect(document.querySelector('h1')?.textContent).toMatch(/has changed$/))
  expect(document.body.textContent).toContain('Read it again before LoadPing goes on working on DAT One.')
  expect(document.body.textContent).not.toContain('Your browser then asks')
  for (const button of document.querySelectorAll('button')) if (button.textContent?.startsWith('Agree')) button.click()

  await vi.waitFor(() => expect(document.body.textContent).toContain('DAT One is on'))
  expect(browser.registered()).toEqual(['load-board-dat-one'])
  await showChangedNotice()
  expect(browser.opened).toHaveLength(1)
})

/** A browser in which DAT One was granted and this version of the notice agreed to. */
function openBrowser(agreed: number) {
  const scripts = new Set(['load-board-dat-one'])
  const kept: Record<string, unknown> = { 'agreed-disclosure': agreed }
  const opened: string[] = []
  vi.stubGlobal('chrome', {
    runtime: { getURL: (file: string) => `chrome-extension://own/${file}` },
    storage: {
      local: {
        get: async (name: string) => ({ [name]: kept[name] }),
        set: async (changed: object) => void Object.assign(kept, changed),
      },
    },
    permissions: {
      contains: async ({ origins }: { origins: string[] }) => origins.some((origin) => origin.includes('one.dat.com')),
      request: async () => true,
    },
    scripting: {
      getRegisteredContentScripts: async () => [...scripts].map((id) => ({ id })),
      registerContentScripts: async (added: { id: string }[]) => added.forEach(({ id }) => void scripts.add(id)),
      unregisterContentScripts: async ({ ids }: { ids: string[] }) => ids.forEach((id) => void scripts.delete(id)),
    },
    tabs: { create: async ({ url }: { url: string }) => opened.push(url) },
  })
  return { opened, registered: () => [...scripts] }
}
