import { extensionBridge } from '@loadping/contract/extension/extension-bridge'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('[X09] the marker carries the version alone, and a forged one tells the extension nothing', async () => {
  const sendMessage = vi.fn(async () => undefined)
  const getManifest = () => ({ homepage_url: `${location.origin}/`, version: '1.4.2' })
  vi.stubGlobal('chrome', { runtime: { id: 'own', getManifest, sendMessage } })
  await import('./dashboard-bridge.content.ts')
  const marker = document.getElementById(extensionBridge.markerId)

  expect(marker?.outerHTML).toBe(`<div id="${extensionBridge.markerId}" hidden="" data-version="1.4.2"></div>`)

  marker?.setAttribute('data-version', '99.0.0')
  marker?.setAttribute('data-code', 'forged')
  marker?.append('forged')
  marker?.remove()
  await vi.waitFor(() => expect(marker?.isConnected).toBe(true))
  expect(sendMessage).not.toHaveBeenCalled()

  vi.stubGlobal('chrome', {}) // as after an update of the extension
  marker?.remove()
  await new Promise((resolve) => setTimeout(resolve))
  expect(marker?.isConnected).toBe(false)
})
