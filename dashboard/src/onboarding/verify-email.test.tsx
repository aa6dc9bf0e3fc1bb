import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { emailApi, unverified } from '../testing/email-fixtures.ts'
import { completeOnboarding, newUser } from '../testing/onboarding.ts'
import { maria, renderApp, signInAs } from '../testing/render.tsx'

beforeEach(() => signInAs('Maria'))

const title = "You can't send email yet"
const open = (address: string, me = unverified) =>
  renderApp(address, emailApi({}, { listMailboxes: async () => [] }, me))

test('[2.40] ?verify=email opens the dialog on the Dashboard and leaves the address', async () => {
  const app = open('/?verify=email&x=1')

  const dialog = within(await screen.findByRole('dialog', { name: title }))
  expect(app.address()).toBe('/?x=1')
  expect(dialog.getByRole('link', { name: 'Instructions' }).getAttribute('href')).toBe('/email/connect')
  await userEvent.click(dialog.getByRole('link', { name: 'Verify' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Verify your email' })).toBeTruthy()
  expect(app.address()).toBe('/email')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[2.40] Instructions opens the instructions', async () => {
  const app = open('/?verify=email')

  await userEvent.click(
    within(await screen.findByRole('dialog', { name: title })).getByRole('link', { name: 'Instructions' }),
  )

  expect(await screen.findByText('Gmail or Google Workspace')).toBeTruthy()
  expect(app.address()).toBe('/email/connect')
})

test('closing the dialog shows the Dashboard, and a reload does not reopen it', async () => {
  const app = open('/?verify=email')
  await screen.findByRole('dialog', { name: title })

  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.address()).toBe('/')
})

test('a verified user sees no dialog, and ?verify=email leaves the address', async () => {
  const app = open('/?verify=email', maria)

  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  await waitFor(() => expect(app.address()).toBe('/'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a new user sees the onboarding and the welcome before this dialog', async () => {
  const { api } = newUser()
  renderApp('/?verify=email', {
    ...emailApi({}, { listMailboxes: async () => [] }),
    ...api,
    account: { ...api.account, getMe: async () => unverified },
  })
  const dialogs = () => screen.getAllByRole('dialog')

  await screen.findByRole('dialog', { name: 'Tell us how you work' })
  expect(dialogs()).toHaveLength(1)
  await completeOnboarding()
  await screen.findByRole('dialog', { name: /Welcome to/ })
  expect(dialogs()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: "Let's go" }))

  await screen.findByRole('dialog', { name: title })
  expect(dialogs()).toHaveLength(1)
})
