import { pages } from '@loadping/contract/pages'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserClient } from '../browser-client.ts'
import { endSession } from '../session/session.ts'
import { carrier, inquiry, maria, renderAppWith, signInAs } from '../testing/render.tsx'

type Answer = () => Promise<Response>

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const problem = (status: number, code: string) => json({ type: 'x', title: 'x', status, detail: 'x', code }, status)
const tenMegabytes = JSON.stringify({ noise: 'x'.repeat(10_000_000) })

const failures: Record<string, Answer> = {
  'a timeout': () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError')),
  'a 500': async () => problem(500, 'unexpected'),
  'malformed JSON': async () => new Response('{"success": tru', { headers: { 'content-type': 'application/json' } }),
  'an empty body': async () => new Response('', { headers: { 'content-type': 'application/json' } }),
  '10 MB of other JSON': async () => new Response(tenMegabytes, { headers: { 'content-type': 'application/json' } }),
  'a 401 each time': async () => problem(401, 'not-signed-in'),
}

const addresses = Object.values(pages).map((page) => page.replace(/:\w+/, inquiry.id))

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
 * Waits for a page with a heading and something to click. Queries by selector: roles take seconds over this many pages.
 */
const hasSettled = () =>
  waitFor(() => {
    expect(document.body.textContent).not.toMatch(/Loading\.\.\.|Wait a second\.\.\./)
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(document.querySelectorAll('button, a[href]').length).toBeGreaterThan(0)
  })

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
    async (_name, failure) => {
      for (const address of addresses) {
        calls = []
        signInAs(`Maria at ${address}`)
        serve(failure, userType)
        renderAppWith(address, browserClient)

        await hasSettled()
        expect(calls.filter((path) => path.startsWith('/auth/refresh')).length, address).toBeLessThanOrEqual(1)
        cleanup()
        endSession()
      }
      expect(uncaught).toEqual([])
    },
  )
}

test.each(Object.entries(failures))(
  '[W09] when the account answers with %s too, the user can retry or sign in',
  async (_name, failure) => {
    signInAs('Maria')
    serve(failure, undefined)
    renderAppWith('/emailTemplate', browserClient)

    await hasSettled()
    expect(
      screen.queryByRole('button', { name: 'Try again' }) ?? screen.queryByRole('button', { name: /with Google/ }),
    ).toBeTruthy()
    expect(calls.filter((path) => path.startsWith('/auth/refresh')).length).toBeLessThanOrEqual(1)
    expect(uncaught).toEqual([])
  },
)
