import { extensionBridge } from '@loadping/contract/extension/extension-bridge'
import type { TelemetryServices } from '@loadping/contract/telemetry/telemetry.api'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { carrier, type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'
import { useConsent } from './telemetry.data.ts'
import { reportError } from './telemetry.ts'

const services: TelemetryServices = {
  posthog: { host: 'https://posthog.example', key: 'phc_key' },
  sentry: { dsn: 'https://public@sentry.example/1' },
  chat: { url: 'https://chat.example/widget' },
}

const api: FakeApi = {
  account: { getMe: async () => maria, getUserInfo: async () => carrier },
  templates: { listTemplates: async () => [] },
  telemetry: { getServices: async () => services },
}

/** Ids of a measured device and of one that is not. */
const measured = '00000000-0000-4000-a000-000000000014'
const unmeasured = '00000000-0000-4000-a000-000000000000'

/** Must never be sent: tokens, email addresses, queries, ids in paths and the pairing code. */
const canaries = [
  'canary',
  'access of',
  'refresh of',
  maria.email,
  'redbud',
  'pairing-code',
  '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e077',
  extensionBridge.codeId,
]

let sent: string[] = []
const to = (host: string) => sent.filter((request) => request.startsWith(`https://${host}`))

/** Fakes the network and records everything sent. */
function recordNetwork() {
  sent = []
  vi.stubGlobal('fetch', async (address: unknown, init?: RequestInit) => {
    const body = init?.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : String(init?.body ?? '')
    sent.push(`${String(address)} ${JSON.stringify(init?.headers ?? {})} ${body}`)
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  })
}

/** Lets frames load an empty page until the test ends. */
function serveFrames() {
  const { settings } = (window as unknown as Window).happyDOM
  settings.enableIframePageLoading = true
  settings.fetch.interceptor = { beforeAsyncRequest: async ({ window }) => new window.Response('') }
  onTestFinished(() => {
    settings.enableIframePageLoading = false
    settings.fetch.interceptor = null
  })
}

/** How often an event was sent to PostHog. */
const countSent = (event: string) => to('posthog.example').join().split(`"event":"${event}"`).length - 1

const decide = (choice: 'yes' | 'no' | undefined) => act(() => useConsent.setState({ choice }))

/** Adds the extension's marker, so that the page has a pairing code. */
async function openShell(fake = api) {
  signInAs('Maria')
  const marker = document.createElement('div')
  marker.id = extensionBridge.markerId
  marker.dataset['version'] = '0.1.0'
  document.body.append(marker)
  window.history.replaceState(null, '', '/loadinfo/7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e077?secret=canary#frag=canary')
  const app = renderApp('/emailTemplate', fake)
  await screen.findByRole('heading', { level: 1, name: 'My templates' })
  await waitFor(() =>
    expect(document.getElementById(extensionBridge.codeId)?.dataset['code']).toBe(maria.extensionToken),
  )
  return app
}

/** Waits long enough for anything to be loaded and sent. */
const settle = () => new Promise((done) => setTimeout(done, 500))

beforeEach(() => {
  recordNetwork()
  localStorage.setItem('loadping.device', measured)
})

afterEach(() => {
  decide(undefined)
  document.getElementById(extensionBridge.markerId)?.remove()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

test('[R04] [D9.4] before consent nothing is loaded or sent, and the banner lists the services', async () => {
  // So that nothing is sent too late to be noticed here.
  await Promise.all([import('./listeners.ts'), import('./posthog-listener.ts'), import('./sentry-listener.ts')])
  await openShell()

  expect(
    await screen.findByText(/PostHog counts sign-ins.*Sentry gets errors.*The chat gets your email address/),
  ).toBeTruthy()
  act(() => reportError(new Error('canary')))
  await settle()
  expect(sent).toEqual([])
  expect(document.querySelector('iframe')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Open chat' })).toBeNull()
})

test('[R04] a refusal is stored, and nothing is loaded or sent afterwards', async () => {
  await openShell()

  await userEvent.click(await screen.findByRole('button', { name: 'No thanks' }))
  await settle()

  expect(screen.queryByRole('region', { name: 'Your privacy' })).toBeNull()
  expect(localStorage.getItem('loadping.telemetry')).toBe('no')
  expect(sent).toEqual([])
})

test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
  '[R04] a browser with %j counts as a refusal',
  async (signal) => {
    for (const [key, value] of Object.entries(signal)) {
      Object.defineProperty(navigator, key, { value, configurable: true })
      onTestFinished(() => void Reflect.deleteProperty(navigator, key))
    }
    decide('yes')
    await openShell()
    await settle()

    expect(screen.queryByRole('region', { name: 'Your privacy' })).toBeNull()
    expect(sent).toEqual([])
  },
)

test('without services there is no consent banner', async () => {
  await openShell({ ...api, telemetry: { getServices: async () => ({ posthog: null, sentry: null, chat: null }) } })
  await settle()

  expect(screen.queryByRole('region', { name: 'Your privacy' })).toBeNull()
})

test('[1.7] [W07] after consent the mount and the login are tracked without private data', async () => {
  decide('yes')
  await openShell()

  await waitFor(() => expect(to('posthog.example').join()).toContain('"event":"login"'), { timeout: 8000 })
  expect(to('posthog.example').join()).toContain('"event":"app mounted"')
  expect(to('posthog.example').join()).toContain('/loadinfo/:id')
  for (const canary of canaries) expect(sent.join('\n')).not.toContain(canary)
})

test('[1.7] [D9.4] the mount, the user and the login are tracked once each after consent', async () => {
  const { router } = await openShell()
  await userEvent.click(await screen.findByRole('button', { name: 'Allow' }))

  await waitFor(
    () => expect([countSent('app mounted'), countSent('$identify'), countSent('login')]).toEqual([1, 1, 1]),
    {
      timeout: 8000,
    },
  )
  expect(to('posthog.example').join()).toContain(`"distinct_id":"${maria.userId}"`)

  for (const page of ['/legal/privacy', '/loadinfo/1', '/emailTemplate']) await router.navigate(page)
  await settle()
  expect(countSent('login')).toBe(1)

  decide('no')
  await settle()
  decide('yes')
  await waitFor(() => expect(countSent('$identify')).toBe(2), { timeout: 8000 })
  await settle()
  expect([countSent('app mounted'), countSent('login')]).toEqual([1, 1])
})

test('[3.18] a device that is not measured sends no product events', async () => {
  localStorage.setItem('loadping.device', unmeasured)
  decide('yes')
  await openShell()
  await settle()

  expect(to('posthog.example')).toEqual([])
})

test('[1.7] [W07] Sentry gets an error without private data in its message or address', async () => {
  decide('yes')
  await openShell()
  await settle()

  const secret = `canary${'x'.repeat(37)}`
  act(() => reportError(new Error(`GET /auth/refresh?refreshToken=canary for ${maria.email} with ${secret}`)))

  await waitFor(() => expect(to('sentry.example').join()).toContain('GET /auth/refresh for [cut] with [cut]'), {
    timeout: 8000,
  })
  for (const canary of canaries) expect(sent.join('\n')).not.toContain(canary)
})

test('[1.7] [R04] the chat is a sandboxed frame, and only its exact origin gets the email address', async () => {
  serveFrames()
  decide('yes')
  await openShell()

  await userEvent.click(await screen.findByRole('button', { name: 'Open chat' }))
  const frame = screen.getByTitle<HTMLIFrameElement>('Chat')
  const postMessage = vi.fn()
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage } })
  act(() => void frame.dispatchEvent(new Event('load')))

  expect(frame.getAttribute('src')).toBe('https://chat.example/widget')
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms')
  expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(postMessage).toHaveBeenLastCalledWith({ email: maria.email }, 'https://chat.example')
})
