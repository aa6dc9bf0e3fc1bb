import { brand, nameInstallation } from '@loadping/contract/brand'
import type { Mailbox } from '@loadping/contract/mailboxes/mailboxes'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeMailboxCode } from '../session/mailbox-code.ts'
import { createChallenge, findVerifier } from '../session/verifier.ts'
import { emailApi, gmail, outlook, ownServer, relay, unverified } from '../testing/email-fixtures.ts'
import { emptyProfile } from '../testing/profile-fixtures.ts'
import { maria, renderApp, signInAs } from '../testing/render.tsx'

beforeEach(() => signInAs('Maria'))
afterEach(() => {
  vi.restoreAllMocks()
  takeMailboxCode()
  nameInstallation({ missingProviders: [] })
})

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const mailbox = async (name: string) => within(await screen.findByRole('listitem', { name }))
const connected = `Mailbox connected. New emails are sent from ${maria.email}.`
const oneTimeCode = 'a-code-of-forty-three-characters-of-base64url'.slice(0, 43)

test('[D13.20] the page offers no mailbox of a provider that is not set up', async () => {
  nameInstallation({ missingProviders: ['google'] })
  renderApp('/email', emailApi({}, { listMailboxes: async () => [] }, unverified))

  expect(await screen.findByRole('button', { name: 'Connect Outlook' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Connect Google' })).toBeNull()
})

test('[2.5] the page shows whether the user can send, and each option has steps and a picture', async () => {
  renderApp('/email', emailApi({}, { listMailboxes: async () => [] }, unverified))

  expect(await screen.findByRole('heading', { level: 1, name: 'Verify your email' })).toBeTruthy()
  expect(screen.getByText('maria@redbud.example is not verified yet')).toBeTruthy()
  for (const name of [
    'Gmail or Google Workspace',
    'Outlook or Microsoft 365',
    'Other email (SMTP)',
    `${brand.name} relay`,
  ]) {
    const option = within(screen.getByRole('region', { name }))
    expect(option.getAllByRole('listitem').length).toBeGreaterThan(1)
    expect(option.getByRole('img')).toBeTruthy()
  }
  for (const [name, path] of [
    ['Google', '/auth/dash-auth/administrator'],
    ['Outlook', '/auth/outlook/administrator'],
  ])
    expect(
      screen.getByRole('link', { name: `Get the message for your ${name} administrator` }).getAttribute('href'),
    ).toBe(path)
  for (const name of ['Connect Google', 'Connect Outlook', 'Connect mailbox', 'Send a sign-in email'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
})

test('[D12.7] connecting says that we can send and cannot read, in the words of each provider', async () => {
  renderApp('/email/connect', emailApi({}, { listMailboxes: async () => [] }, unverified))

  for (const [name, words] of [
    [
      'Gmail or Google Workspace',
      'Google asks you for one permission about mail, in these words: “Send email on your behalf”.',
    ],
    [
      'Outlook or Microsoft 365',
      'Microsoft asks you for one permission about mail, in these words: “Send mail as you”.',
    ],
  ] as const) {
    const option = await screen.findByRole('region', { name })
    expect(option.textContent).toContain(`LoadPing can send. It cannot read your mail. ${words}`)
  }
  const server = screen.getByRole('region', { name: 'Other email (SMTP)' })
  expect(server.textContent).toContain('It never opens your inbox.')
  expect(server.textContent).not.toContain('cannot read') // a password of a mailbox could
})

test('[D12.7] a connected mailbox shows what it may do, its limit, a test and its sell-by in one look', async () => {
  renderApp('/email', emailApi({}, { listMailboxes: async () => [gmail] }))

  const row = await mailbox(`Google, ${gmail.address}`)
  expect(row.getByText(/can send, cannot read your mail/)).toBeTruthy()
  expect(row.getByText('Today 12 of about 2,000')).toBeTruthy()
  expect(row.getByRole('button', { name: /^Send test email/ })).toBeTruthy()
  expect(await screen.findByRole('radiogroup', { name: 'Stop trying after' })).toBeTruthy()
})

test('a verified user connects a further mailbox by the same buttons', async () => {
  renderApp('/email/connect', emailApi({}))

  expect(await screen.findByRole('button', { name: 'Connect Google' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Connect Outlook' })).toBeTruthy()
})

test('[D13.15] each way to connect has an address of its own, with a way to the others', async () => {
  const app = renderApp('/email/connect/outlook', emailApi({}))

  expect(await screen.findByRole('button', { name: 'Connect Outlook' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Connect Google' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Other ways to connect a mailbox' }))
  expect(await screen.findByRole('button', { name: 'Connect Google' })).toBeTruthy()
  expect(app.address()).toBe('/email/connect')
})

test('[D13.15] emails that wait for another mailbox are sent from the default one with one click', async () => {
  let emails = 4
  const moveWaitingEmails = vi.fn(async (_input: unknown) => {
    emails = 0
    return { moved: 4 }
  })
  const getWaitingOffer = async () => ({ emails, mailbox: { kind: 'google' as const, address: maria.email } })
  const api = emailApi({ getWaitingOffer, moveWaitingEmails })
  renderApp('/email', api)

  await userEvent.click(await screen.findByRole('button', { name: `Send 4 waiting emails from ${maria.email}` }))

  expect(await screen.findByText(`4 emails go out from ${maria.email}`)).toBeTruthy()
  expect(moveWaitingEmails).toHaveBeenCalledExactlyOnceWith({ body: { kind: 'google', address: maria.email } })
  await waitFor(() => expect(screen.queryByRole('button', { name: /waiting emails/ })).toBeNull())
})

test('[D13.7] a mailbox whose password login Microsoft switched off offers Connect Outlook', async () => {
  const startConnect = vi.fn(async (_input: unknown) => ({ url: 'https://login.microsoftonline.example/ask' }))
  vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const off = { ...ownServer, isLoginOff: true, failure: 'Microsoft switched off logins with a password.' }
  renderApp('/email', emailApi({}, { listMailboxes: async () => [off], startConnect }))

  await userEvent.click(await screen.findByRole('button', { name: /^Connect Outlook in place/ }))

  await waitFor(() =>
    expect(startConnect).toHaveBeenCalledWith(expect.objectContaining({ params: { kind: 'outlook' } })),
  )
})

test('each mailbox shows its address and server, and the default is marked', async () => {
  renderApp(
    '/email',
    emailApi(
      {},
      { listMailboxes: async () => [gmail, { ...outlook, failure: 'Microsoft has ended the permission' }, ownServer] },
    ),
  )

  expect((await mailbox(`Google, ${maria.email}`)).getByText('Default')).toBeTruthy()
  const broken = await mailbox('Outlook, maria@outlook.example')
  expect(broken.queryByText('Default')).toBeNull()
  expect(broken.getByText('Microsoft has ended the permission')).toBeTruthy()
  expect(broken.getByRole('button', { name: 'Reconnect maria@outlook.example' })).toBeTruthy()
  expect(
    (await mailbox(`Mail server, ${maria.email}`)).getByText('Mail server · smtp.redbud.example, port 587, as maria'),
  ).toBeTruthy()
})

test.each([
  ["user's own", gmail, maria.email],
  ["relay's", relay, 'inquiries@loadping.example'],
])('brokers see the %s address as the sender and reply to the user', async (_whose, mailboxOfUser, sender) => {
  renderApp('/email', emailApi({}, { listMailboxes: async () => [mailboxOfUser] }))

  await screen.findByText('Sent from') // the card of the skeleton is gone by then
  const facts = within(screen.getByRole('region', { name: 'What recipients see' }))
  expect(facts.getByText('Sent from').nextElementSibling?.textContent).toBe(sender)
  expect(facts.getByText('Name').nextElementSibling?.textContent).toBe('Maria Delgado, Redbud Carriers')
  expect(facts.getByText('Replies go to').nextElementSibling?.textContent).toBe(maria.email)
})

test.each([
  [gmail, `Emails come from ${maria.email}, not from dispatch@redbud.example.`],
  [relay, "Emails don't come from dispatch@redbud.example, which you registered."],
])('[D13.13] the page warns of a default mailbox with another address than registered: $kind', async (used, text) => {
  const api = emailApi({}, { listMailboxes: async () => [used] })
  const getProfile = async () => ({ ...emptyProfile, registeredEmail: 'dispatch@redbud.example' })
  renderApp('/email', { ...api, account: { ...api.account, getProfile } })

  const warning = await screen.findByText(new RegExp(`^${text} Brokers' vetting tools compare the sender`))
  expect(warning.textContent).toContain("looks like an impostor's")
})

test('[D13.13] no page warns where the registered address is the one that sends', async () => {
  const api = emailApi({}, { listMailboxes: async () => [gmail] })
  const getProfile = async () => ({ ...emptyProfile, registeredEmail: maria.email })
  renderApp('/email', { ...api, account: { ...api.account, getProfile } })

  await screen.findByText('Sent from')
  expect(screen.queryByText(/vetting tools/)).toBe(null)
})

test("a test email is sent from a mailbox; a failure shows the server's message", async () => {
  let isDown = true
  const testMailbox = vi.fn(() =>
    isDown ? Promise.reject(new Problem('not-allowed', '535 The password was not accepted')) : Promise.resolve(gmail),
  )
  renderApp('/email', emailApi({}, { testMailbox }))

  await press(/^Send test email from Google/)
  expect(await screen.findByText('535 The password was not accepted')).toBeTruthy()
  isDown = false
  await press(/^Send test email from Google/)

  expect(await screen.findByText(`Test email sent to ${maria.email}`)).toBeTruthy()
  expect(testMailbox).toHaveBeenLastCalledWith({ body: { kind: 'google', address: maria.email } })
})

test('[D3.1] of two accounts of one provider, Make default chooses the one that sends', async () => {
  const other = { ...gmail, address: 'dispatch@redbud.example', isDefault: false }
  let mailboxes = [gmail, other]
  const setDefaultMailbox = vi.fn(async () => {
    mailboxes = [
      { ...other, isDefault: true },
      { ...gmail, isDefault: false },
    ]
    return mailboxes
  })
  renderApp('/email', emailApi({}, { listMailboxes: async () => mailboxes, setDefaultMailbox }))

  await press(/^Make default: Google/)

  expect(await (await mailbox('Google, dispatch@redbud.example')).findByText('Default')).toBeTruthy()
  expect((await mailbox(`Google, ${maria.email}`)).queryByText('Default')).toBeNull()
  expect(setDefaultMailbox).toHaveBeenCalledExactlyOnceWith({ body: { kind: 'google', address: other.address } })
})

test.each<[Mailbox, RegExp, string | undefined]>([
  [gmail, /remove our send permission at Google/, undefined],
  [outlook, /remove it at Microsoft too/, 'https://account.live.com/consent/Manage'],
  [ownServer, /Revoke it at your email provider too/, undefined],
])('disconnecting $kind asks first and explains what follows', async (one, label, link) => {
  let mailboxes = [relay, one]
  const disconnectMailbox = vi.fn(async () => {
    mailboxes = [relay]
    return mailboxes
  })
  renderApp('/email', emailApi({}, { listMailboxes: async () => mailboxes, disconnectMailbox }))
  await press(/^Disconnect (Google|Outlook|Mail server)/)

  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/Emails waiting to send from here won't be sent/)).toBeTruthy()
  expect(dialog.getByText(label)).toBeTruthy()
  expect(dialog.queryByText('New emails will be sent from inquiries@loadping.example.') !== null).toBe(one.isDefault)
  if (link)
    expect(dialog.getByRole('link', { name: 'account.live.com/consent/Manage' }).getAttribute('href')).toBe(link)
  expect(disconnectMailbox).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))

  expect(await screen.findByText('Mailbox disconnected')).toBeTruthy()
  expect(disconnectMailbox).toHaveBeenCalledExactlyOnceWith({ body: { kind: one.kind, address: one.address } })
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^Disconnect (Google|Outlook|Mail server)/ })).toBeNull(),
  )
})

test("connecting Google sends this browser's challenge and opens Google", async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const startConnect = vi.fn(async (_input: unknown) => ({ url: 'https://accounts.google.example/ask' }))
  renderApp('/email', emailApi({}, { listMailboxes: async () => [], startConnect }, unverified))

  await press('Connect Google')

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://accounts.google.example/ask'))
  expect(startConnect).toHaveBeenCalledExactlyOnceWith({
    params: { kind: 'google' },
    body: { challenge: await createChallenge() },
  })
})

test("the one-time code is removed from the URL and connects with this browser's verifier", async () => {
  await createChallenge()
  const verifier = findVerifier()
  const finishConnect = vi.fn(async (_input: unknown) => gmail)
  const app = renderApp(`/email?mailbox=${oneTimeCode}&x=1`, emailApi({}, { finishConnect }))

  expect(await screen.findByText(connected)).toBeTruthy()
  expect(app.address()).toBe('/email?x=1')
  expect(finishConnect).toHaveBeenCalledExactlyOnceWith({ body: { code: oneTimeCode, verifier } })
})

test('going away and back does not use the one-time code again', async () => {
  await createChallenge()
  const finishConnect = vi.fn(async (_input: unknown) => gmail)
  const app = renderApp(`/email?mailbox=${oneTimeCode}`, emailApi({}, { finishConnect }))
  await screen.findByText(connected)

  await app.router.navigate('/emailTemplate')
  await screen.findByRole('heading', { level: 1, name: 'My templates' })
  await app.router.navigate(-1)

  expect(await screen.findByRole('heading', { name: 'Mailboxes' })).toBeTruthy()
  expect(app.address()).toBe('/email')
  expect(finishConnect).toHaveBeenCalledOnce()
})

test('a code requested in another browser connects nothing and shows why', async () => {
  const finishConnect = vi.fn(async (_input: unknown) => gmail)
  renderApp(`/email?mailbox=${oneTimeCode}`, emailApi({}, { finishConnect }))

  expect(await screen.findByText('You started this in another browser. Connect the mailbox again here.')).toBeTruthy()
  expect(finishConnect).not.toHaveBeenCalled()
})

test('a code without a response can be tried again', async () => {
  await createChallenge()
  let isDown = true
  const finishConnect = () =>
    isDown
      ? Promise.reject(new Problem('unavailable', "We can't reach the server. Check your connection and try again."))
      : Promise.resolve(gmail)
  renderApp(`/email?mailbox=${oneTimeCode}`, emailApi({}, { finishConnect }))

  await screen.findByText("We can't reach the server. Check your connection and try again.")
  isDown = false
  await press('Try again')

  expect(await screen.findByText(connected)).toBeTruthy()
})

test.each([
  ['canceled', 'Mailbox not connected. You canceled.'],
  ['failed', 'Mailbox not connected.'],
  ['unavailable', "That provider isn't responding right now."],
])('a connection that ended as %s shows that', async (problem, label) => {
  renderApp(`/email?problem=${problem}`, emailApi({}))

  expect((await screen.findByText(label)).closest('[role=alert]')).toBeTruthy()
})
