import type { Mailbox } from '@loadping/contract/mailboxes'
import { Problem } from '@loadping/contract/problem'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeMailboxCode } from '../session/mailbox-code.ts'
import { createChallenge, findVerifier } from '../session/verifier.ts'
import { emailApi, gmail, outlook, ownServer, relay, unverified } from '../testing/email-fixtures.ts'
import { maria, renderApp, signInAs } from '../testing/render.tsx'

beforeEach(() => signInAs('Maria'))
afterEach(() => {
  vi.restoreAllMocks()
  takeMailboxCode()
})

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const mailbox = async (name: string) => within(await screen.findByRole('listitem', { name }))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const pickUp = 'a-code-of-forty-three-characters-of-base64url'.slice(0, 43)

test('[2.5] the page says whether one may send, and every way to a mailbox has its steps and a picture', async () => {
  renderApp('/email', emailApi({}, { listMailboxes: async () => [] }, unverified))

  expect(await screen.findByRole('heading', { level: 1, name: 'Verify your email' })).toBeTruthy()
  expect(screen.getByText('maria@redbud.example is not verified yet')).toBeTruthy()
  for (const name of [
    'Gmail or Google Workspace',
    'Outlook or Microsoft 365',
    'Another mail server',
    'A sign-in email',
  ]) {
    const way = within(screen.getByRole('region', { name }))
    expect(way.getAllByRole('listitem').length).toBeGreaterThan(1)
    expect(way.getByRole('img')).toBeTruthy()
  }
  for (const name of ['Verify with Google', 'Verify with Outlook', 'Connect server', 'Send a sign-in email'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
})

test('the instructions take the focus when the address asks for them', async () => {
  renderApp('/email#instructions', emailApi({}, { listMailboxes: async () => [] }, unverified))

  await screen.findByText('Gmail or Google Workspace')
  await waitFor(() => expect(document.activeElement?.id).toBe('instructions'))
})

test('each mailbox says from where it sends, and the selected one that new mail leaves from it', async () => {
  renderApp(
    '/email',
    emailApi(
      {},
      { listMailboxes: async () => [gmail, { ...outlook, failure: 'Microsoft has ended the permission' }, ownServer] },
    ),
  )

  expect((await mailbox(`Google, ${maria.email}`)).getByText('New mail leaves from here')).toBeTruthy()
  const broken = await mailbox('Outlook, maria@outlook.example')
  expect(broken.queryByText('New mail leaves from here')).toBeNull()
  expect(broken.getByText('Microsoft has ended the permission')).toBeTruthy()
  expect(broken.getByRole('button', { name: 'Connect maria@outlook.example again' })).toBeTruthy()
  expect(
    (await mailbox(`Mail server, ${maria.email}`)).getByText('Mail server · smtp.redbud.example, port 587, as maria'),
  ).toBeTruthy()
})

test.each([
  ['of one’s own', gmail, maria.email],
  ['of the relay', relay, 'inquiries@loadping.example'],
])('brokers see the address %s as the sender, and answer one’s own', async (_whose, selected, sender) => {
  renderApp('/email', emailApi({}, { listMailboxes: async () => [selected] }))

  const facts = within(await screen.findByRole('region', { name: 'What brokers see' }))
  expect((await facts.findByText('Sent from')).nextElementSibling?.textContent).toBe(sender)
  expect(facts.getByText('Answers go to').nextElementSibling?.textContent).toBe(maria.email)
})

test('a test is sent from a mailbox, and what went wrong is told in the words of the server', async () => {
  let isDown = true
  const testMailbox = vi.fn(() =>
    isDown ? Promise.reject(new Problem('not-allowed', '535 The password was not accepted')) : Promise.resolve(gmail),
  )
  renderApp('/email', emailApi({}, { testMailbox }))

  await press(/^Send a test from Google/)
  expect(await screen.findByText('535 The password was not accepted')).toBeTruthy()
  isDown = false
  await press(/^Send a test from Google/)

  expect(await screen.findByText(`The test was sent to ${maria.email}`)).toBeTruthy()
  expect(testMailbox).toHaveBeenLastCalledWith({ params: { kind: 'google' } })
})

test('Send from here has new mail leave from another mailbox', async () => {
  let mailboxes = [gmail, outlook]
  const setDefaultMailbox = vi.fn(async () => {
    mailboxes = [
      { ...outlook, isDefault: true },
      { ...gmail, isDefault: false },
    ]
    return mailboxes
  })
  renderApp('/email', emailApi({}, { listMailboxes: async () => mailboxes, setDefaultMailbox }))

  await press(/^Send from here: Outlook/)

  expect(await (await mailbox('Outlook, maria@outlook.example')).findByText('New mail leaves from here')).toBeTruthy()
  expect((await mailbox(`Google, ${maria.email}`)).queryByText('New mail leaves from here')).toBeNull()
  expect(setDefaultMailbox).toHaveBeenCalledExactlyOnceWith({ params: { kind: 'outlook' } })
})

test.each<[Mailbox, RegExp, string | undefined]>([
  [gmail, /give the permission to send back to Google/, undefined],
  [outlook, /Only you can end it at Microsoft/, 'https://account.live.com/consent/Manage'],
  [ownServer, /Revoke it at your mail provider too/, undefined],
])('disconnecting $kind asks first and says what follows', async (one, label, link) => {
  let mailboxes = [relay, one]
  const disconnectMailbox = vi.fn(async () => {
    mailboxes = [relay]
    return null
  })
  renderApp('/email', emailApi({}, { listMailboxes: async () => mailboxes, disconnectMailbox }))
  await press(/^Disconnect (Google|Outlook|Mail server)/)

  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/Mail that waits to leave from here will not leave/)).toBeTruthy()
  expect(dialog.getByText(label)).toBeTruthy()
  if (link)
    expect(dialog.getByRole('link', { name: 'account.live.com/consent/Manage' }).getAttribute('href')).toBe(link)
  expect(disconnectMailbox).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))

  expect(await screen.findByText('Mailbox disconnected')).toBeTruthy()
  expect(disconnectMailbox).toHaveBeenCalledExactlyOnceWith({ params: { kind: one.kind } })
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^Disconnect (Google|Outlook|Mail server)/ })).toBeNull(),
  )
})

test('Google is asked with the challenge of this browser, and the browser goes there', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const beginConnecting = vi.fn(async (_input: unknown) => ({ url: 'https://accounts.google.example/ask' }))
  renderApp('/email', emailApi({}, { listMailboxes: async () => [], startConnect: beginConnecting }, unverified))

  await press('Verify with Google')

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://accounts.google.example/ask'))
  expect(beginConnecting).toHaveBeenCalledExactlyOnceWith({
    params: { kind: 'google' },
    body: { challenge: await createChallenge() },
  })
})

test('the code that comes back leaves the address at once, and connects the mailbox with the verifier of this browser', async () => {
  await createChallenge()
  const verifier = findVerifier()
  const finishConnecting = vi.fn(async (_input: unknown) => gmail)
  const app = renderApp(`/email?mailbox=${pickUp}&x=1`, emailApi({}, { finishConnect: finishConnecting }))

  expect(await screen.findByText('Mailbox connected')).toBeTruthy()
  expect(app.address()).toBe('/email?x=1')
  expect(finishConnecting).toHaveBeenCalledExactlyOnceWith({ body: { code: pickUp, verifier } })
  expect(findVerifier()).toBeUndefined()
})

test('going away and back does not use the code that the address brought once more', async () => {
  await createChallenge()
  const finishConnecting = vi.fn(async (_input: unknown) => gmail)
  const app = renderApp(`/email?mailbox=${pickUp}`, emailApi({}, { finishConnect: finishConnecting }))
  await screen.findByText('Mailbox connected')

  await act(() => app.router.navigate('/emailTemplate'))
  await screen.findByRole('heading', { level: 1, name: 'My templates' })
  await act(() => app.router.navigate(-1))

  expect(await screen.findByRole('heading', { name: 'Instructions' })).toBeTruthy()
  expect(app.address()).toBe('/email')
  expect(finishConnecting).toHaveBeenCalledOnce()
})

test('a code that was asked for in another browser connects nothing here, and says so', async () => {
  const finishConnecting = vi.fn(async (_input: unknown) => gmail)
  renderApp(`/email?mailbox=${pickUp}`, emailApi({}, { finishConnect: finishConnecting }))

  expect(await screen.findByText('That was started in another browser. Connect the mailbox again here.')).toBeTruthy()
  expect(finishConnecting).not.toHaveBeenCalled()
})

test('a code whose answer got lost can be tried again', async () => {
  await createChallenge()
  let isDown = true
  const finishConnecting = () =>
    isDown
      ? Promise.reject(new Problem('unavailable', "We can't reach the server. Check your connection and try again."))
      : Promise.resolve(gmail)
  renderApp(`/email?mailbox=${pickUp}`, emailApi({}, { finishConnect: finishConnecting }))

  await screen.findByText("We can't reach the server. Check your connection and try again.")
  isDown = false
  await press('Try again')

  expect(await screen.findByText('Mailbox connected')).toBeTruthy()
})

test.each([
  ['canceled', 'You left before the mailbox was connected.'],
  ['failed', 'That mailbox was not connected.'],
  ['unavailable', 'That service cannot be reached right now.'],
])('a way that ended as %s says so', async (problem, label) => {
  renderApp(`/email?problem=${problem}`, emailApi({}))

  expect((await screen.findByText(label)).closest('[role=alert]')).toBeTruthy()
})

test('a mail server is connected by what was typed, and only the password goes', async () => {
  const connectSmtp = vi.fn(async (_input: unknown) => ownServer)
  renderApp('/email', emailApi({}, { listMailboxes: async () => [], connectSmtp }, unverified))

  await press('Fill in the server of iCloud')
  await userEvent.type(field('User'), 'maria@icloud.example')
  await userEvent.type(field('App password'), 'abcd efgh')
  await press('Connect server')

  expect(await screen.findByText('Mailbox connected')).toBeTruthy()
  expect(connectSmtp).toHaveBeenCalledExactlyOnceWith({
    body: { host: 'smtp.mail.me.com', port: 587, user: 'maria@icloud.example', password: 'abcd efgh' },
  })
  await waitFor(() => expect(field('App password').value).toBe(''))
  expect(field('Server').value).toBe('smtp.mail.me.com')
})

test('a server that refuses is quoted, and nothing typed is lost', async () => {
  const connectSmtp = () =>
    Promise.reject(new Problem('not-allowed', 'The server said: 535 Username and Password not accepted'))
  renderApp('/email', emailApi({}, { listMailboxes: async () => [], connectSmtp }, unverified))

  await press('Fill in the server of Gmail')
  await userEvent.type(field('User'), 'maria')
  await userEvent.type(field('App password'), 'wrong')
  await press('Connect server')

  expect((await screen.findByRole('alert')).textContent).toBe('The server said: 535 Username and Password not accepted')
  expect([field('Server').value, field('User').value, field('App password').value]).toEqual([
    'smtp.gmail.com',
    'maria',
    'wrong',
  ])
})

test('what is no server is told at its field, and is not sent', async () => {
  const connectSmtp = vi.fn(async (_input: unknown) => ownServer)
  renderApp('/email', emailApi({}, { listMailboxes: async () => [], connectSmtp }, unverified))

  await userEvent.type(await screen.findByLabelText('Server'), 'not a server')
  await press('Connect server')

  for (const label of [
    'Enter a server name, such as smtp.example.com',
    'Please enter who signs in there',
    'Please enter the app password',
  ])
    expect(screen.getByText(label)).toBeTruthy()
  expect(connectSmtp).not.toHaveBeenCalled()
  await userEvent.click(field('Server'))
  expect(screen.queryByText('Enter a server name, such as smtp.example.com')).toBeNull()
})

test('the way to a server that is known starts with what is known of it, without its password', async () => {
  renderApp(
    '/email',
    emailApi(
      {},
      { listMailboxes: async () => [gmail, { ...ownServer, failure: 'The password is not accepted any more' }] },
    ),
  )

  expect((await screen.findByRole('link', { name: `Connect ${maria.email} again` })).getAttribute('href')).toBe(
    '/email#smtp',
  )
  await waitFor(() => expect(field('Server').value).toBe('smtp.redbud.example'))
  expect([field('User').value, field('App password').value]).toEqual(['maria', ''])
})
