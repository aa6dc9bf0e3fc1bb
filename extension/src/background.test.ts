import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('[D3.7] a failure while no tab is open shows in the badge, in the color of danger and before the emails left', async () => {
  const browser = await openBrowser({ emails: 5 })
  expect(browser.badge).toEqual({ text: '5', color: '#BC6D00' })
  expect([...browser.alarms]).toEqual([['look', { periodInMinutes: 5 }]])

  browser.server.counts = { waiting: 3, failed: 1, unknown: 1 }
  await browser.ring(5)
  expect(browser.badge).toEqual({ text: '2', color: '#C3272C' })

  browser.server.counts = { waiting: 0, failed: 0, unknown: 0 }
  await browser.ring(5)
  expect(browser.badge).toEqual({ text: '5', color: '#BC6D00' })
})

test('a worker that starts again lets the alarm go on as it was set', async () => {
  const browser = await openBrowser()
  const before = browser.alarms.get('look')

  await browser.ring(1)

  expect(browser.alarms.get('look')).toBe(before)
})

test('signed out, nobody is asked, nothing is shown and nothing rings', async () => {
  const browser = await openBrowser({ isSignedIn: false, counts: { waiting: 0, failed: 3, unknown: 0 } })

  expect(browser.badge.text).toBe('')
  expect(browser.alarms.size).toBe(0)
  expect(browser.calls).toEqual([])
})

test.each([
  [1, '1 mail needs you'],
  [2, '2 mails need you'],
])('with %i to deal with the popup says “%s”, and leads there', async (failed, text) => {
  const browser = await openBrowser({ counts: { waiting: 4, failed, unknown: 0 } })
  document.body.innerHTML = '<main id="content"></main>'
  await import('./popup/popup.ts')

  await vi.waitFor(() => expect(document.body.textContent).toContain(text))
  for (const button of document.querySelectorAll('button')) if (button.textContent === 'Look') button.click()

  await vi.waitFor(() => expect(browser.opened).toEqual(['https://app.loadping.example/email?group=attention']))
})

test('with nothing to deal with the popup does not speak of it', async () => {
  await openBrowser()
  document.body.innerHTML = '<main id="content"></main>'
  await import('./popup/popup.ts')

  await vi.waitFor(() => expect(document.body.textContent).toContain('50/50 emails left'))
  expect(document.body.textContent).not.toMatch(/needs? you/)
})

type Counts = { waiting: number; failed: number; unknown: number }
type Listener = (message: unknown, sender: object, respond: (answer: unknown) => void) => unknown

/** A browser with the extension, and a server; its worker has started and has come to rest. */
async function openBrowser({ emails = 50, isSignedIn = true, counts = { waiting: 0, failed: 0, unknown: 0 } } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T20:00:00Z') })
  const session = { userId: maria, email: 'maria@redbud.example', refreshToken: 'r', lastAccessToken: 'a' }
  const shown = {
    badge: { text: '', color: '' },
    alarms: new Map<string, object>(),
    opened: [] as string[],
    calls: [] as string[],
  }
  const server: { counts: Counts } = { counts }
  let onAlarm = async () => {}
  let onMessage: Listener = () => undefined
  const deaf = { addListener: () => {} }
  const areas = {
    local: openArea({ session: isSignedIn ? session : null }),
    session: openArea({ accessToken: isSignedIn ? 'a' : null }),
  }

  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url)
    shown.calls.push(pathname)
    const answers: Record<string, unknown> = {
      '/users/me': userWith(emails),
      '/templates': [],
      '/emails/counts': server.counts,
    }
    return Response.json(answers[pathname] ?? {}, { status: answers[pathname] ? 200 : 503 })
  })
  vi.stubGlobal('chrome', {
    runtime: {
      id: 'own',
      getManifest: () => ({ homepage_url: 'https://app.loadping.example/', version: '0.1.0' }),
      getURL: (file: string) => `chrome-extension://own/${file}`,
      onMessage: { addListener: (listener: Listener) => (onMessage = listener) },
      sendMessage: (message: unknown) =>
        new Promise((respond) => onMessage(message, { id: 'own', url: 'chrome-extension://own/popup.html' }, respond)),
      onInstalled: deaf,
      onStartup: deaf,
    },
    storage: areas,
    permissions: { onAdded: deaf, onRemoved: deaf, contains: async () => false },
    alarms: {
      get: async (name: string) => shown.alarms.get(name),
      create: async (name: string, rhythm: object) => shown.alarms.set(name, rhythm),
      clear: async (name: string) => shown.alarms.delete(name),
      onAlarm: { addListener: (listener: typeof onAlarm) => (onAlarm = listener) },
    },
    action: {
      setIcon: async () => {},
      setBadgeText: async ({ text }: { text: string }) => Object.assign(shown.badge, { text }),
      setBadgeBackgroundColor: async ({ color }: { color: string }) => Object.assign(shown.badge, { color }),
      setBadgeTextColor: async () => {},
    },
    tabs: { create: async ({ url }: { url: string }) => shown.opened.push(url) },
  })

  async function startWorker(): Promise<void> {
    vi.resetModules()
    await import('./background.ts')
    await onAlarm()
  }
  await startWorker()

  return {
    ...shown,
    server,
    /** The worker dies, and minutes later the alarm starts another. */
    ring: (minutes: number) => {
      vi.setSystemTime(Date.now() + minutes * 60_000)
      return startWorker()
    },
  }
}

const maria = '018f3c2e-0000-7000-8000-00000000000a'

const userWith = (emails: number) => ({
  userId: maria,
  email: 'maria@redbud.example',
  role: 'USER',
  createdAt: '2026-11-20T20:00:00.000Z',
  trialDays: 14,
  billingPlan: 'TRIAL',
  features: [],
  limitTempl: null,
  limitEmails: 50,
  emails,
  organizationId: null,
  accountVerified: true,
  extensionToken: null,
  isDemo: false,
})

function openArea(items: Record<string, unknown>) {
  return {
    get: async (name: string) => structuredClone({ [name]: items[name] }),
    set: async (changed: Record<string, unknown>) => void Object.assign(items, structuredClone(changed)),
  }
}
