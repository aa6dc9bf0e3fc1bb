import { vi } from 'vitest'

/** Opens a tab: another instance of the app's modules, with the storage and locks that all tabs share. */
export async function openTab() {
  vi.resetModules()
  const session = await import('../session/session.ts')
  const { browserClient, keepTokensFresh } = await import('../browser-client.ts')
  session.followOtherTabs()
  return { ...session, stop: keepTokensFresh(), listTemplates: () => browserClient.templates.listTemplates() }
}
