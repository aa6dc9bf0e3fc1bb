import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { emailApi, gmail, ownServer, unverified } from '../testing/email-fixtures.ts'
import { maria, renderApp, signInAs } from '../testing/render.tsx'

beforeEach(() => signInAs('Maria'))

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const connected = `Mailbox connected. New emails are sent from ${maria.email}.`

test('[D13.15] the form that connected a server says so itself, and clears only the password', async () => {
  const connectSmtp = vi.fn(async (_input: unknown) => ({ mailbox: { ...ownServer, isDefault: true } }))
  renderApp('/email/connect/smtp', emailApi({}, { listMailboxes: async () => [], connectSmtp }, unverified))

  await press('Use the iCloud server')
  await userEvent.type(field('Username'), 'maria@icloud.example')
  await userEvent.type(field('App password'), 'abcd efgh')
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  await press('Connect mailbox')

  const option = within(screen.getByRole('region', { name: 'Other email (SMTP)' }))
  const result = (await option.findByText(connected)).closest('[role=status]')
  expect(scroll.mock.instances).toContain(result)
  expect(connectSmtp).toHaveBeenCalledExactlyOnceWith({
    body: {
      host: 'smtp.mail.me.com',
      port: 587,
      user: 'maria@icloud.example',
      password: 'abcd efgh',
      address: maria.email,
    },
  })
  await waitFor(() => expect(field('App password').value).toBe(''))
  expect(field('Server').value).toBe('smtp.mail.me.com')
})

test('[D3.1] a new address to send as needs the emailed code; six digits connect it', async () => {
  const address = 'dispatch@redbud.example'
  let isRight = false
  const connectSmtp = vi.fn(async ({ body }: { body: { code?: string | undefined } }) => {
    if (body.code === undefined) return { mailbox: null }
    if (isRight) return { mailbox: { ...ownServer, address, isDefault: true } }
    throw new Problem('invalid-input', 'That code is incorrect.', { code: 'That code is incorrect.' })
  })
  renderApp('/email', emailApi({}, { listMailboxes: async () => [], connectSmtp }, unverified))
  await press('Use the iCloud server')
  await userEvent.type(field('Username'), 'maria')
  await userEvent.type(field('App password'), 'abcd')
  expect(field('Send as').value).toBe(maria.email)
  await userEvent.clear(field('Send as'))
  await userEvent.type(field('Send as'), 'Dispatch@redbud.example{Enter}')

  const code = await screen.findByLabelText<HTMLInputElement>('Six-digit code from the email')
  expect(document.activeElement).toBe(code)
  expect(code.autocomplete).toBe('one-time-code')
  expect(screen.getByText(/^To check that it is yours, we emailed a code to/).textContent).toContain(address)
  expect(screen.getByRole('button', { name: /^Resend in 0:/ })).toBeTruthy()
  await userEvent.type(code, '111111')
  expect(await screen.findByText('That code is incorrect.')).toBeTruthy()
  expect([code.value, field('App password').value]).toEqual(['', 'abcd'])

  await press('Change address')
  expect(screen.queryByLabelText('Six-digit code from the email')).toBeNull()
  expect(document.activeElement).toBe(field('Send as'))
  await press('Connect mailbox')
  isRight = true
  await userEvent.type(await screen.findByLabelText('Six-digit code from the email'), '123 456')

  expect(await screen.findAllByText(`Mailbox connected. New emails are sent from ${address}.`)).toBeTruthy()
  const body = { host: 'smtp.mail.me.com', port: 587, user: 'maria', password: 'abcd', address }
  expect(connectSmtp.mock.calls.map(([{ body: sent }]) => sent)).toEqual([
    body,
    { ...body, code: '111111' },
    body,
    { ...body, code: '123456' },
  ])
})

test("a rejection shows the server's message, and nothing typed is lost", async () => {
  const connectSmtp = () =>
    Promise.reject(new Problem('not-allowed', 'The server said: 535 Username and Password not accepted'))
  renderApp('/email', emailApi({}, { listMailboxes: async () => [], connectSmtp }, unverified))

  await press('Use the Gmail server')
  await userEvent.type(field('Username'), 'maria')
  await userEvent.type(field('App password'), 'wrong')
  await press('Connect mailbox')

  expect((await screen.findByRole('alert')).textContent).toBe('The server said: 535 Username and Password not accepted')
  expect([field('Server').value, field('Username').value, field('App password').value]).toEqual([
    'smtp.gmail.com',
    'maria',
    'wrong',
  ])
})

test('invalid SMTP settings show errors at their fields and are not sent', async () => {
  const connectSmtp = vi.fn(async (_input: unknown) => ({ mailbox: ownServer }))
  renderApp('/email', emailApi({}, { listMailboxes: async () => [], connectSmtp }, unverified))

  await userEvent.type(await screen.findByLabelText('Server'), 'not a server')
  await press('Connect mailbox')

  for (const label of ['Enter a server name, such as smtp.example.com', 'Enter the username', 'Enter the app password'])
    expect(screen.getByText(label)).toBeTruthy()
  expect(connectSmtp).not.toHaveBeenCalled()
  await userEvent.click(field('Server'))
  expect(screen.queryByText('Enter a server name, such as smtp.example.com')).toBeNull()
})

test('the form of a known SMTP server is prefilled without the password', async () => {
  const broken = { ...ownServer, failure: 'The password is not accepted any more' }
  const app = renderApp('/email', emailApi({}, { listMailboxes: async () => [gmail, broken] }))

  await userEvent.click(await screen.findByRole('link', { name: `Reconnect ${maria.email}` }))
  expect(app.address()).toBe(`/email/connect/smtp?reconnect=${encodeURIComponent(maria.email)}`)
  await waitFor(() => expect(field('Server').value).toBe('smtp.redbud.example'))
  expect([field('Username').value, field('App password').value]).toEqual(['maria', ''])
  await press('Use the iCloud server')
  expect(screen.getByText('An address sends through one server. This one replaces smtp.redbud.example.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Replace server' })).toBeTruthy()
})

test('[D3.1] Reconnect prefills the server of the mailbox that was clicked, not of another', async () => {
  const address = 'dispatch+1@redbud.example'
  const other = { ...ownServer, address, server: { host: 'smtp.other.example', port: 465, user: 'dispatch' } } as const
  const broken = [ownServer, other].map((mailbox) => ({ ...mailbox, failure: 'The password is not accepted any more' }))
  const app = renderApp('/email', emailApi({}, { listMailboxes: async () => [gmail, ...broken] }))

  for (const [clicked, host] of [
    [address, 'smtp.other.example'],
    [maria.email, 'smtp.redbud.example'],
  ] as const) {
    await app.router.navigate('/email')
    await userEvent.click(await screen.findByRole('link', { name: `Reconnect ${clicked}` }))
    await waitFor(() => expect([field('Server').value, field('Send as').value]).toEqual([host, clicked]))
  }
})

test("[D12.7] a typed server of Microsoft's leads to Connect Outlook", async () => {
  const startConnect = vi.fn(async (_input: unknown) => ({ url: 'https://login.microsoftonline.example/ask' }))
  vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  renderApp('/email/connect', emailApi({}, { startConnect }))

  await userEvent.type(await screen.findByLabelText('Server'), 'smtp.office365.com')
  expect(screen.queryByRole('button', { name: 'Connect mailbox' })).toBeNull()
  const option = within(screen.getByRole('region', { name: 'Other email (SMTP)' }))
  await userEvent.click(option.getByRole('button', { name: 'Connect Outlook' }))

  await waitFor(() =>
    expect(startConnect).toHaveBeenCalledWith(expect.objectContaining({ params: { kind: 'outlook' } })),
  )
})
