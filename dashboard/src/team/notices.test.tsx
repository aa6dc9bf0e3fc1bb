import { Problem } from '@loadping/contract/wire/problem'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSession } from '../session/session.ts'
import { carrier, maria, renderApp, signInAs } from '../testing/render.tsx'

const text = 'Ana Ruiz removed you from Blue Line Freight. Your templates and loads stay with you.'
const minute = 60_000

/** A server with notices for Maria, which one claim takes. */
function serve(notices: string[]) {
  let waiting = notices
  const claimNotices = vi.fn(async () => {
    const claimed = waiting
    waiting = []
    return claimed
  })
  const getMe = vi.fn(async () => ({
    ...maria,
    hasNotices: waiting.length > 0,
    extensionToken: String(crypto.randomUUID()),
  }))
  const api = {
    account: { getMe, getUserInfo: async () => carrier },
    templates: { listTemplates: async () => [] },
    team: { claimNotices },
  }
  return { api, getMe, claimNotices, add: (notice: string) => waiting.push(notice) }
}

/** Returns to the page after a minute away, when the account is loaded again. */
function comeBack() {
  vi.setSystemTime(Date.now() + minute)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  signInAs('Maria')
})
afterEach(() => void vi.useRealTimers())

test('[D7.6] what a manager changed is shown once, as a status that stays until it is closed', async () => {
  const { api, getMe, claimNotices } = serve([text])
  renderApp('/emailTemplate', api)

  const toast = (await screen.findByText(text)).closest<HTMLElement>('.Toastify__toast')
  expect(toast?.getAttribute('role')).toBe('status')
  // What ends after 5 seconds closes other toasts.
  for (const part of toast?.querySelectorAll('.Toastify__progress-bar') ?? []) fireEvent.animationEnd(part)
  await act(async () => void (toast && fireEvent.animationEnd(toast)))
  expect(screen.getByText(text)).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'close' }))
  comeBack()
  await waitFor(() => expect(getMe).toHaveBeenCalledTimes(3))
  expect(claimNotices).toHaveBeenCalledOnce()
})

test('[D7.6] a change while the page is open is shown when the user comes back to it', async () => {
  const { api, claimNotices, add } = serve([])
  renderApp('/emailTemplate', api)
  await screen.findByRole('heading', { name: 'My templates' })
  expect(claimNotices).not.toHaveBeenCalled()

  add(text)
  claimNotices.mockRejectedValueOnce(new Problem('unavailable', 'Offline'))
  comeBack()
  await waitFor(() => expect(claimNotices).toHaveBeenCalledOnce())
  expect(screen.queryByText('Offline')).toBeNull()

  comeBack()
  expect(await screen.findByText(text)).toBeTruthy()
})

test("[D7.6] the next user of the browser does not read another user's notice", async () => {
  const { api, getMe } = serve([text])
  const answer = Promise.withResolvers<string[]>()
  const claimNotices = vi.fn(() => answer.promise)
  const tokenOf = (userId: string) => `head.${btoa(JSON.stringify({ sub: userId, iat: 0, exp: 900 }))}.signature`
  openSession({ accessToken: tokenOf(maria.userId), refreshToken: 'of Maria' })
  renderApp('/emailTemplate', { ...api, team: { claimNotices } })
  await waitFor(() => expect(claimNotices).toHaveBeenCalledOnce())

  getMe.mockResolvedValue({ ...maria, extensionToken: 'of Owen' })
  act(() => openSession({ accessToken: tokenOf('owen'), refreshToken: 'of Owen' }))
  await act(async () => answer.resolve([text]))
  await screen.findByRole('heading', { name: 'My templates' })

  expect(screen.queryByText(text)).toBeNull()
})
