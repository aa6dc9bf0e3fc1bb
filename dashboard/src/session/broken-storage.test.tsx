import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'
import { endSession, loggedOut, openSession, readSession, sessionKey, storeProfile, useSession } from './session.ts'

const api: FakeApi = { account: { getMe: async () => maria }, templates: { listTemplates: async () => [] } }

/** A seeded random generator (mulberry32), the same in every run. */
function startDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

const roll = startDice(20_261_121)
const pick = <Item,>(items: readonly [Item, ...Item[]]): Item => items[roll(items.length)] ?? items[0]

const strange: readonly [unknown, ...unknown[]] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '\u0000',
  '\u2028',
  'x'.repeat(10_000),
  [],
  [null],
  {},
  { a: 1 },
  '__proto__',
  [[[]]],
]
const bytes: readonly [string, ...string[]] = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  '\\',
  '\u0000',
  '\uD800',
  '0',
  'e',
  'null',
  '"__proto__":{"isAuth":true},',
]

const blobs = process.env['GOALS'] === 'full' ? 1_000 : 100

/** Returns a stored text broken in a random way. */
function mutate(text: string): string {
  const at = roll(text.length)
  const stored: { state: Record<string, unknown>; version?: unknown } = JSON.parse(text)
  const keys = Object.keys(stored.state)
  const key = keys[roll(keys.length)] ?? ''
  return pick([
    () => text.slice(0, at),
    () => text.slice(at),
    () => text.slice(0, at) + text.slice(at + 1 + roll(9)),
    () => text.slice(0, at) + pick(bytes) + text.slice(at),
    () => text.slice(0, at) + pick(bytes) + text.slice(at + 1),
    () => JSON.stringify({ ...stored, state: { ...stored.state, [key]: pick(strange) } }),
    () =>
      JSON.stringify({
        ...stored,
        state: Object.fromEntries(Object.entries(stored.state).filter(([name]) => name !== key)),
      }),
    () => JSON.stringify({ ...stored, state: pick(strange) }),
    () => JSON.stringify({ ...stored, version: pick(strange) }),
    () => JSON.stringify(pick(strange)),
  ])()
}

test(`[S11] with any of ${blobs} broken sessions in storage the app renders, signed in or not`, {
  timeout: 300_000,
}, async () => {
  const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  openSession({ accessToken: 'access', refreshToken: 'refresh' })
  storeProfile(maria)
  const whole = localStorage.getItem(sessionKey) ?? ''
  const states = { none: 0, one: 0 }

  for (let blob = 0; blob < blobs; blob += 1) {
    endSession()
    localStorage.setItem(sessionKey, mutate(whole))
    await act(() => useSession.persist.rehydrate())

    const session = readSession()
    expect(session.isAuth).toBe(session.accessToken !== '' && session.refreshToken !== '')
    if (!session.isAuth) expect(session).toEqual(loggedOut)
    states[session.isAuth ? 'one' : 'none'] += 1

    const app = renderApp('/emailTemplate', api)
    await waitFor(
      () => expect(app.address()).toBe(session.isAuth ? '/emailTemplate' : '/sign-in?redirect=%2FemailTemplate'),
      { interval: 5 },
    )
    await screen.findByRole(
      'heading',
      { name: session.isAuth ? 'My templates' : 'Start your 14 day Pro trial for Free' },
      { interval: 5 },
    )
    cleanup()
  }

  expect(states.none).toBeGreaterThan(blobs / 3)
  expect(states.one).toBeGreaterThan(blobs / 20)
  for (const complaint of complaints) expect(complaint).not.toHaveBeenCalled()
})

test("one user's cached data is removed before the next user", async () => {
  const listTemplates = vi.fn(async () => [])
  signInAs('Maria')
  storeProfile(maria)
  const app = renderApp('/emailTemplate', { ...api, templates: { listTemplates } })
  await screen.findByRole('heading', { name: 'My templates' })

  act(endSession)
  await screen.findByRole('heading', { name: 'Start your 14 day Pro trial for Free' })
  act(() => signInAs('Owen'))
  await app.router.navigate('/emailTemplate')

  await screen.findByRole('heading', { name: 'My templates' })
  await waitFor(() => expect(listTemplates).toHaveBeenCalledTimes(2))
})
