import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { browserClient } from '../browser-client.ts'
import { carrier, maria, renderAppWith } from '../testing/render.tsx'
import { followOtherTabs, loggedOut, openSession, sessionKey, storeProfile } from './session.ts'

const owen = { ...maria, userId: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e009', email: 'owen@redbud.example' }
const tokenOf = ({ userId }: { userId: string }, iat = 0) =>
  `head.${btoa(JSON.stringify({ sub: userId, iat, exp: iat + 900 }))}.signature`
const pairOf = (user: { userId: string }, iat = 0) => ({
  accessToken: tokenOf(user, iat),
  refreshToken: `refresh of ${user.userId} ${iat}`,
})
const trucksOf = (bearer: string | null) => (bearer?.includes(tokenOf(owen)) ? 2 : 7)

/** A server that answers each bearer token with its user's data, after `pause`. */
function serve(pause: (path: string, method: string) => Promise<unknown> = async () => undefined) {
  const calls: { path: string; method: string; bearer: string | null }[] = []
  vi.stubGlobal(
    'fetch',
    async (path: string, { method, headers }: { method: string; headers: Record<string, string> }) => {
      const bearer = headers['authorization'] ?? null
      calls.push({ path, method, bearer })
      await pause(path, method)
      const answers: Record<string, unknown> = {
        '/users/me': bearer?.includes(tokenOf(owen)) ? owen : maria,
        '/user-info': { ...carrier, trucksAmount: trucksOf(bearer) },
        '/auth/sessions': [],
      }
      return new Response(JSON.stringify(answers[path] ?? {}), {
        status: path in answers ? 200 : 503,
        headers: { 'content-type': 'application/json' },
      })
    },
  )
  return calls
}

/** Stores a session as another tab does, with its storage event. */
function storeInAnotherTab(pair: { accessToken: string; refreshToken: string }) {
  localStorage.setItem(sessionKey, JSON.stringify({ state: { ...loggedOut, ...pair, isAuth: true }, version: 0 }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: sessionKey })))
}

const trucks = () => screen.findByRole<HTMLInputElement>('textbox', { name: /trucks/i })
const saves = (calls: ReturnType<typeof serve>) =>
  calls.filter(({ path, method }) => path === '/user-info' && method === 'POST')

followOtherTabs()

function openSettings() {
  openSession(pairOf(maria))
  storeProfile(maria)
  return renderAppWith('/settings', browserClient)
}

afterEach(() => vi.unstubAllGlobals())

test('when another user signs in in another tab, every page restarts without the old forms', async () => {
  const calls = serve()
  openSettings()
  await userEvent.clear(await trucks())
  await userEvent.type(await trucks(), '99')

  storeInAnotherTab(pairOf(owen))

  expect(screen.queryByDisplayValue('99')).toBeNull()
  await waitFor(async () => expect((await trucks()).value).toBe('2'))
  await userEvent.click(screen.getByRole('button', { name: 'Account' }))
  expect((await screen.findAllByText('owen@redbud.example')).length).toBeGreaterThan(0)
  expect(screen.queryByText('maria@redbud.example')).toBeNull()
  expect(saves(calls)).toEqual([])
})

test('newer tokens of the same user keep a form as it is', async () => {
  serve()
  openSettings()
  await userEvent.clear(await trucks())
  await userEvent.type(await trucks(), '99')

  storeInAnotherTab(pairOf(maria, 840))

  expect((await trucks()).value).toBe('99')
})

test('a response for one user is dropped once another user is signed in', async () => {
  const answered = Promise.withResolvers<void>()
  const calls = serve((_path, method) => (method === 'POST' ? answered.promise : Promise.resolve()))
  openSettings()
  await trucks()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saves(calls)).toHaveLength(1))

  storeInAnotherTab(pairOf(owen))
  await waitFor(async () => expect((await trucks()).value).toBe('2'))
  await act(async () => answered.resolve())
  await new Promise((resolve) => setTimeout(resolve, 50))

  expect((await trucks()).value).toBe('2')
  expect(saves(calls).map(({ bearer }) => bearer)).toEqual([`Bearer ${tokenOf(maria)}`])
  expect(screen.queryByText('Business saved')).toBeNull()
})
