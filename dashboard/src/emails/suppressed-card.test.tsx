import type { SuppressedAddress } from '@loadping/contract/emails/emails'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { emailApi } from '../testing/email-fixtures.ts'
import { renderApp, signInAs } from '../testing/render.tsx'

beforeEach(() => signInAs('Maria'))

const since = '2026-11-20T19:41:00.000Z'
const bounced: SuppressedAddress = { address: 'old@quillon.example', reason: 'bounced', since, isAllowed: false }
const objected: SuppressedAddress = { address: 'no@quillon.example', reason: 'complained', since, isAllowed: false }

test('[D12.9] [D13.29] the page lists who gets no email and why, and offers to allow only who bounced', async () => {
  const allowed = { ...bounced, isAllowed: true }
  const allowSuppressedAddress = vi.fn(async (_input: unknown) => [allowed, objected])
  renderApp('/email', emailApi({ listSuppressedAddresses: async () => [bounced, objected], allowSuppressedAddress }))

  await screen.findByText(bounced.address)
  const card = within(screen.getByRole('region', { name: "Addresses we don't email" }))
  expect(card.getByText(/^The owner marked an email as spam/)).toBeTruthy()
  expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Allow from my mailbox'])
  await userEvent.click(card.getByRole('button', { name: 'Allow my own mailboxes to email old@quillon.example' }))

  expect(await screen.findByText('Your own mailboxes email old@quillon.example again')).toBeTruthy()
  expect(await card.findByText("Your own mailboxes email it; our relay doesn't.")).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
  expect(allowSuppressedAddress).toHaveBeenCalledExactlyOnceWith({ body: { address: bounced.address } })
})
