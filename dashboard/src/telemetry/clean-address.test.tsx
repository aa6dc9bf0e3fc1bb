import type { TelemetryServices } from '@loadping/contract/telemetry'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const services: TelemetryServices = {
  posthog: { host: 'https://posthog.example', key: 'phc_key' },
  sentry: { dsn: 'https://public@sentry.example/1' },
  chat: null,
}

let heard: { address: string; body: string; seen: string }[] = []

/** Where one is, and all that another service would be told. */
function hear(asked: unknown, init?: RequestInit): Response {
  const address = String(asked)
  if (address.startsWith('https://'))
    heard.push({ address, body: String(init?.body ?? ''), seen: window.location.href })
  return new Response(JSON.stringify(address === '/telemetry' ? services : {}), {
    headers: { 'content-type': 'application/json' },
  })
}

beforeEach(() => {
  heard = []
  vi.resetModules()
  vi.stubGlobal('fetch', async (asked: unknown, init?: RequestInit) => hear(asked, init))
  localStorage.setItem('loadping.telemetry', 'yes')
  localStorage.setItem('loadping.device', '00000000-0000-4000-a000-000000000014')
  document.body.innerHTML = '<div id="root"></div>'
})

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test.each([
  '/sign-in/verifying?token=canary&email=maria%40redbud.example',
  '/emailTemplate?accessToken=canary&refreshToken=canary',
  '/invitation/canary.of-somebody',
])(
  '[1.7] [D9.4] when the app starts at %s, other services hear of it only after the address was cleaned',
  async (address) => {
    window.history.replaceState(null, '', address)

    await import('../main.tsx')

    await waitFor(() => expect(heard.some(({ body }) => body.includes('"event":"app mounted"'))).toBe(true), {
      timeout: 8000,
    })
    for (const { address: asked, body, seen } of heard)
      expect([asked, body, seen].join('\n')).not.toMatch(/canary|redbud/)
  },
)
