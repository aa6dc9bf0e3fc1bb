import { brand } from '@loadping/contract/brand'
import { pages } from '@loadping/contract/pages'
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserClient } from '../browser-client.ts'
import { endSession } from '../session/session.ts'
import { carrier, inquiry, maria, renderAppWith, signInAs } from '../testing/render.tsx'

type Answer = () => Promise<Response>

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const problem = (status: number, code: string) => json({ type: 'x', title: 'x', status, detail: 'x', code }, status)
const tenMegabytes = JSON.stringify({ noise: 'x'.repeat(10_000_000) })

/** Answers with 10 MB as text that is there already: to write and read its bytes for each call is no work of ours. */
async function answerMuch(): Promise<Response> {
  const response = new Response('', { headers: { 'content-type': 'application/json' } })
  return Object.assign(response, { text: async () => tenMegabytes })
}

const failures: Record<string, Answer> = {
  'a timeout': () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError')),
  'a 500': async () => problem(500, 'unexpected'),
  'malformed JSON': async () => new Response('{"success": tru', { headers: { 'content-type': 'application/json' } }),
  'an empty body': async () => new Response('', { headers: { 'content-type': 'application/json' } }),
  '10 MB of other JSON': answerMuch,
  'a 401 each time': async () => problem(401, 'not-signed-in'),
}

const retry = 'Try again'
const signUp = 'Sign up with Google'
/** What each page's `main` must offer when its calls fail: to its user, and to a guest, as after a rejected session. */
const usable: Record<(typeof pages)[keyof typeof pages], [forUser: string, forGuest: string]> = {
  [pages.home]: [retry, signUp],
  [pages.signIn]: [signUp, signUp],
  [pages.verifying]: [signUp, signUp],
  [pages.invitation]: [retry, retry],
  [pages.email]: [retry, signUp],
  [pages.connect]: ['Connect Google', signUp],
  [pages.connectKind]: ['Connect Google', signUp],
  [pages.templates]: [retry, signUp],
  [pages.newTemplate]: ['Create', signUp],
  [pages.editTemplate]: [retry, signUp],
  [pages.loads]: [retry, signUp],
  [pages.offers]: [retry, signUp],
  [pages.trucks]: [retry, signUp],
  [pages.dueCalls]: [retry, signUp],
  [pages.handover]: [retry, signUp],
  [pages.load]: [retry, 'Log In'],
  [pages.analytics]: [retry, signUp],
  [pages.team]: [retry, signUp],
  [pages.pricing]: [retry, signUp],
  [pages.upgrade]: [retry, signUp],
  [pages.settings]: [retry, signUp],
  [pages.settingsSection]: [retry, signUp],
  [pages.installation]: [retry, signUp],
  [pages.extension]: [retry, retry],
  [pages.practice]: [retry, signUp],
  [pages.help]: [brand.supportAddress, brand.supportAddress],
  [pages.helpPage]: ['All help pages', 'All help pages'],
  [pages.terms]: [brand.supportAddress, brand.supportAddress],
  [pages.privacy]: [brand.supportAddress, brand.supportAddress],
}

let calls: string[] = []
let uncaught: unknown[] = []
const keepUncaught = (event: ErrorEvent | PromiseRejectionEvent) =>
  uncaught.push('reason' in event ? event.reason : event.error)
const keepRejection = (reason: unknown) => uncaught.push(reason)

/** Answers all calls with the failure, except those for the account of a given `userType`. */
function serve(failure: Answer, userType: 'carrier' | 'broker' | undefined) {
  vi.stubGlobal('fetch', async (address: string) => {
    calls.push(address)
    if (userType && address === '/users/me') return json(maria)
    if (userType && address === '/user-info') return json({ ...carrier, userType })
    return failure()
  })
}

/**
 * Waits until the page is loaded and its `main` offers something, and returns all that it offers. In `act`, outside of
 * which React delays what it shows.
 */
async function offersWith(wanted: string): Promise<(string | null)[]> {
  let offers: (string | null)[] | undefined
  for (let tries = 0; tries < 1_000 && !offers?.includes(wanted); tries++) {
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    const [main, ...others] = document.querySelectorAll('main')
    const hasSkeleton = document.querySelector('[role=status][aria-label^=Loading], [aria-busy=true]') !== null
    const isLoading = hasSkeleton || /Loading\.\.\.|Wait a second\.\.\./.test(document.body.textContent)
    if (main && others.length === 0 && !isLoading && document.querySelectorAll('h1').length === 1)
      offers = [...main.querySelectorAll('button, a[href]')].map(({ textContent }) => textContent)
  }
  if (!offers) throw new Error(`The page does not finish loading: ${document.body.textContent}`)
  return offers
}

beforeEach(() => {
  calls = []
  uncaught = []
  vi.spyOn(console, 'error').mockImplementation(() => {})
  window.addEventListener('error', keepUncaught)
  window.addEventListener('unhandledrejection', keepUncaught)
  process.on('unhandledRejection', keepRejection)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  window.removeEventListener('error', keepUncaught)
  window.removeEventListener('unhandledrejection', keepUncaught)
  process.off('unhandledRejection', keepRejection)
})

for (const userType of ['carrier', 'broker'] as const) {
  test.each(Object.entries(failures))(
    `[W09] every page of a ${userType} stays usable when its calls answer with %s`,
    async (name, failure) => {
      for (const [page, [forUser, forGuest]] of Object.entries(usable)) {
        calls = []
        localStorage.clear()
        signInAs(`Maria at ${page}`)
        serve(failure, userType)
        renderAppWith(page.replace(/:\w+/, inquiry.id), browserClient)

        const isRedirected = userType === 'broker' && page.startsWith(pages.pricing) // to the Dashboard
        const offer = name === 'a 401 each time' ? forGuest : isRedirected ? retry : forUser
        expect(await offersWith(offer), page).toContain(offer)
        expect(calls.filter((path) => path.startsWith('/auth/refresh')).length, page).toBeLessThanOrEqual(1)
        cleanup()
        endSession()
      }
      expect(uncaught).toEqual([])
    },
  )
}

test.each(Object.entries(failures))(
  '[W09] when the account answers with %s too, the user can retry or sign in',
  async (name, failure) => {
    signInAs('Maria')
    serve(failure, undefined)
    renderAppWith(pages.templates, browserClient)

    const offer = name === 'a 401 each time' ? signUp : retry
    expect(await offersWith(offer)).toContain(offer)
    expect(calls.filter((path) => path.startsWith('/auth/refresh')).length).toBeLessThanOrEqual(1)
    expect(uncaught).toEqual([])
  },
)
