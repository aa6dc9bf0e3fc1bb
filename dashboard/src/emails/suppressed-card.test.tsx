import type { SuppressedAddress } from '@loadping/contract/emails/emails'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { emailApi } from '../testing/email-fixtures.ts'
import { renderApp, signInAs } from '../testing/render.tsx'

beforeEach(() => signInAs('Maria'))

const since = '2026-11-20T19:41:00.000Z'
const bounced: SuppressedAddress = { address: 'old@quillon.example', reason: 'bounced', since }
const objected: SuppressedAddress = { address: 'no@quillon.example', reason: 'complained', since }

test('[D12.9] the page lists who gets no email and why, and offers to allow only who bounced', async () => {
  const removeSuppressedAddress = vi.fn(async (_input: unknown) => [objected])
  renderApp('/email', emailApi({ listSuppressedAddresses: async () => [bounced, objected], removeSuppressedAddress }))

  await screen.findByText(bounced.address)
  const card = within(screen.getByRole('region', { name: "Addresses we don't email" }))
  expect(card.getByText(/^The owner marked an email as spam/)).toBeTruthy()
  expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Allow again'])
  await userEvent.click(card.getByRole('button', { name: 'Allow emails to old@quillon.example' }))

  expect(await screen.findByText('Emails to old@quillon.example are allowed again')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(bounced.address)).toBeNull())
  expect(removeSuppressedAddress).toHaveBeenCalledExactlyOnceWith({ body: { address: bounced.address } })
})
