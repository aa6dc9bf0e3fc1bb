import type { DeletionPreview } from '@loadping/contract/account-deletion/account-deletion'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '../session/session.ts'
import { fakeProfile } from '../testing/profile-fixtures.ts'
import { carrier, maria, renderApp, signInAs } from '../testing/render.tsx'
import { fakeTrucks } from '../testing/truck-fixtures.ts'

const preview: DeletionPreview = {
  deletesAt: '2026-12-04T15:00:00.000Z',
  templates: 3,
  loads: 1_204,
  emails: 1,
  waiting: 0,
  mailboxes: 2,
  team: null,
  paid: null,
}

type Delete = (input: { body: { confirmation: string } }) => Promise<{ deletesAt: string }>

async function ask(changes: Partial<DeletionPreview> = {}, deleteAccount?: Delete) {
  const app = renderApp('/settings', {
    account: { getMe: async () => maria, getUserInfo: async () => carrier, ...fakeProfile().account },
    snippets: { listSnippets: async () => [] },
    ...fakeTrucks(),
    templates: { listTemplates: async () => [] },
    mailboxes: { listMailboxes: async () => [] },
    sessions: { listSessions: async () => [] },
    accountDeletion: {
      previewDeletion: async () => ({ ...preview, ...changes }),
      ...(deleteAccount && { deleteAccount }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  return { app, dialog }
}

beforeEach(() => signInAs('Maria'))

test('[D13.28] before a deletion one reads what is deleted, when, and until when it can be kept', async () => {
  const { dialog } = await ask({ waiting: 1 })

  expect(await dialog.findByText(/1 email that waits will not be sent\./)).toBeTruthy()
  expect(dialog.getByText('Until Dec 4, 2026')).toBeTruthy()
  expect(dialog.getByText(/3 templates, 1,204 loads, 1 email and 2 mailboxes are deleted for good/)).toBeTruthy()
  expect(
    dialog.getByText(/has no Pro trial, because you had yours: for 2 years a hash of the address stays/),
  ).toBeTruthy()
  expect(dialog.queryByText('What stays')).toBeNull()
})

test.each([
  ['2026-12-02T15:00:00.000Z', 'Your Pro subscription is not renewed. It ends on Dec 2, 2026.'],
  [
    '2026-12-24T15:00:00.000Z',
    'Your Pro subscription is not renewed. It is paid until Dec 24, 2026, and ends with your account on Dec 4, 2026.',
  ],
])('[D13.28] of a subscription that is paid until %s it says "%s"', async (until, text) => {
  const { dialog } = await ask({ paid: { plan: 'PRO', until } })

  expect((await dialog.findByText(/You are signed out on all devices/)).textContent).toContain(text)
})

test('[D13.28] a member reads what the team keeps, an owner who is alone that it goes', async () => {
  const { dialog } = await ask({ team: { name: 'Redbud Carriers LLC', outcome: 'keeps' } })

  expect(await dialog.findByText(/Redbud Carriers LLC keeps what you did for it/)).toBeTruthy()
  expect(dialog.getByText(/“A former teammate” in place of your name/)).toBeTruthy()
})

test('[D13.28] an owner with members is led to the team, and cannot delete the account', async () => {
  const { app, dialog } = await ask({ team: { name: 'Redbud Carriers LLC', outcome: 'transfer-first' } })

  await userEvent.click(await dialog.findByRole('link', { name: 'Open My team' }))
  expect(dialog.queryByRole('button', { name: 'Delete my account' })).toBeNull()
  await waitFor(() => expect(app.address()).toBe('/my-team'))
})

test('[D13.28] nothing is deleted before the address or the word is typed; then one is signed out', async () => {
  const deleteAccount = vi.fn<Delete>(async () => ({ deletesAt: preview.deletesAt }))
  const { app, dialog } = await ask({}, deleteAccount)
  const button = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Delete my account' })
  const field = dialog.getByRole('textbox', { name: 'Type maria@redbud.example or DELETE to confirm' })

  await userEvent.type(field, 'maria@redbud')
  expect(button.disabled).toBe(true)
  await userEvent.type(field, '.example')
  await userEvent.click(button)

  await waitFor(() => expect(app.address()).toBe('/sign-in'))
  expect(deleteAccount).toHaveBeenCalledExactlyOnceWith({ body: { confirmation: 'maria@redbud.example' } })
  await waitFor(() => expect(readSession().isAuth).toBe(false))
  expect(
    await screen.findByText('Your account will be deleted on Dec 4, 2026. Sign in before then to keep it.'),
  ).toBeTruthy()
})

test('[D13.28] a deletion that fails says why and keeps the session', async () => {
  const text = 'You own this team. Transfer ownership before you delete your account.'
  const { dialog } = await ask({}, () => Promise.reject(new Problem('not-allowed', text)))

  await userEvent.type(await dialog.findByRole('textbox'), 'delete')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))

  expect(await dialog.findByText(text)).toBeTruthy()
  expect(readSession().isAuth).toBe(true)
})
