import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserClient } from '../browser-client.ts'
import { useLeftOut } from '../left-out.ts'
import { carrier, maria, renderAppWith, signInAs } from '../testing/render.tsx'

let state: 'left-out' | 'failing' | 'whole'
let asked = 0
const json = (body: unknown, headers = {}, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

beforeEach(() => {
  state = 'left-out'
  asked = 0
  signInAs('Maria')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/users/me') return json(maria)
    if (address === '/user-info') return json({ ...carrier, userType: 'carrier' })
    if (address !== '/templates')
      return json({ type: 'x', title: 'x', status: 404, detail: 'x', code: 'not-found' }, {}, 404)
    asked++
    if (state === 'failing')
      return json({ type: 'x', title: 'x', status: 500, detail: 'x', code: 'unexpected' }, {}, 500)
    return json([], state === 'left-out' ? { 'x-left-out': '1' } : {})
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  useLeftOut.setState({ isLeftOut: false, answers: 0 })
})

const banner = () => screen.findByRole('region', { name: 'Missing data' })

test('a page that leaves out teammates says so, until all that it asks for is whole', async () => {
  renderAppWith('/emailTemplate', browserClient)

  expect((await banner()).textContent).toContain("Some of your team's data is missing here.")
  const before = asked
  await vi.advanceTimersByTimeAsync(30_000)
  await waitFor(() => expect(asked).toBe(before + 1))
  state = 'failing'
  await vi.advanceTimersByTimeAsync(30_000)
  await waitFor(() => expect(asked).toBeGreaterThan(before + 1))
  expect(screen.queryByRole('region', { name: 'Missing data' })).not.toBeNull()

  state = 'whole'
  await vi.advanceTimersByTimeAsync(30_000)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Missing data' })).toBeNull())
})

test('the pages ask again at once when their user says so', async () => {
  renderAppWith('/emailTemplate', browserClient)
  await banner()
  const before = asked

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(asked).toBe(before + 1))
})

test('pages of answers that leave nobody out have no banner', async () => {
  state = 'whole'
  renderAppWith('/emailTemplate', browserClient)

  await screen.findByRole('heading', { level: 1, name: 'My templates' })
  expect(screen.queryByRole('region', { name: 'Missing data' })).toBeNull()
})
