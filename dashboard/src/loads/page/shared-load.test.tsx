import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { loadPageServer } from '../../testing/load-page-fixtures.ts'
import { renderApp, signInAs } from '../../testing/render.tsx'

const address = `/loadinfo/${'k'.repeat(22)}`

test('[D5.4] a link shows a guest lane, times, miles, equipment and map; no rate, poster or history', async () => {
  renderApp(address, loadPageServer().api)

  expect(await screen.findByRole('heading', { level: 1, name: /Joliet, IL.*Dallas, TX/ })).toBeTruthy()
  expect(await screen.findByRole('region', { name: /^Map: Joliet, IL to Dallas, TX/ })).toBeTruthy()
  const trip = within(screen.getByRole('region', { name: 'Trip' }))
  expect(trip.getByText('926 mi')).toBeTruthy()
  expect(trip.getByText('Sat, Nov 21')).toBeTruthy()
  expect(screen.getByText('This link works until Tue, Nov 24, 2026, 2:41 PM New York time.')).toBeTruthy()
  expect(screen.getByText('Van, air-ride')).toBeTruthy()
  for (const hidden of [/\$/, 'DAT One', 'Email or chat', 'Quillon Logistics', /What it leaves/, 'Outcome'])
    expect(screen.queryByText(hidden)).toBeNull()
})

test.each(['Log In', 'Sign up'])('[D5.4] a guest who presses %s on a shared load signs in over it', async (name) => {
  const app = renderApp(address, loadPageServer().api)

  await screen.findByRole('region', { name: 'Trip' })
  await userEvent.click(
    within(await screen.findByRole('region', { name: 'Ask and history' })).getByRole('button', { name }),
  )

  const modal = within(await screen.findByRole('dialog'))
  expect(modal.getByRole('heading', { name: 'Welcome to LoadPing' })).toBeTruthy()
  expect(app.address()).toBe(address)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[D5.4] a link that ended or never was explains itself', async () => {
  const getSharedLoad = () => Promise.reject(new Problem('not-found', 'x'))
  renderApp(address, loadPageServer({ fake: { loads: { getSharedLoad } } }).api)

  expect(await screen.findByText('This link no longer works')).toBeTruthy()
  expect(screen.getByText(/end after 72 hours/)).toBeTruthy()
})

test("a signed-in user sees another team's load as its link shows it", async () => {
  signInAs('Maria')
  renderApp(address, loadPageServer().api)

  expect(await screen.findByText('Another team shared this load')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
})

test('[D5.4] what is no id of a load is not found, without a request or an error', async () => {
  const errors = vi.spyOn(console, 'error')
  signInAs('Maria')
  const getLoad = vi.fn()
  renderApp('/loadinfo/abc', { ...loadPageServer().api, loads: { getLoad } })

  expect(await screen.findByText('Load not found')).toBeTruthy()
  expect([getLoad, errors].map((called) => called.mock.calls)).toEqual([[], []])
})
