import type { TelemetryServices } from '@loadping/contract/telemetry/telemetry.api'
import { waitFor } from '@testing-library/react'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const services: TelemetryServices = {
  posthog: { host: 'https://posthog.example', key: 'phc_key' },
  sentry: { dsn: 'https://public@sentry.example/1' },
  chat: null,
}

let roots: Root[] = []
vi.mock('react-dom/client', async (original) => {
  const client = await original<typeof import('react-dom/client')>()
  const createRoot = (...args: Parameters<typeof client.createRoot>) => {
    const root = client.createRoot(...args)
    roots.push(root)
    return root
  }
  return { ...client, createRoot }
})

let sent: { address: string; body: string; seen: string }[] = []

/** Records the current address and what is sent to outside services. */
function record(url: unknown, init?: RequestInit): Response {
  const address = String(url)
  if (address.startsWith('https://')) sent.push({ address, body: String(init?.body ?? ''), seen: window.location.href })
  return new Response(JSON.stringify(address === '/telemetry' ? services : {}), {
    headers: { 'content-type': 'application/json' },
  })
}

beforeEach(() => {
  sent = []
  vi.resetModules()
  vi.stubGlobal('fetch', async (url: unknown, init?: RequestInit) => record(url, init))
  localStorage.setItem('loadping.telemetry', 'yes')
  localStorage.setItem('loadping.device', '00000000-0000-4000-a000-000000000014')
  document.body.innerHTML = '<div id="root"></div>'
})

afterEach(() => {
  for (const root of roots) root.unmount()
  roots = []
  vi.unstubAllGlobals()
  localStorage.clear()
})

test.each([
  '/sign-in/verifying?token=canary&email=maria%40redbud.example',
  '/emailTemplate?accessToken=canary&refreshToken=canary',
  '/invitation/canary.of-somebody',
])('[1.7] [D9.4] an app that starts at %s cleans the address before any telemetry', async (address) => {
  window.history.replaceState(null, '', address)

  await import('../main.tsx')

  await waitFor(() => expect(sent.some(({ body }) => body.includes('"event":"app mounted"'))).toBe(true), {
    timeout: 8000,
  })
  for (const { address, body, seen } of sent) expect([address, body, seen].join('\n')).not.toMatch(/canary|redbud/)
})
