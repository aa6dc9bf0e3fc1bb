import { reachedNobody } from '@loadping/contract/emails/emails'
import { Problem } from '@loadping/contract/wire/problem'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  details,
  emailApi,
  emailRow,
  failed,
  listing,
  mail,
  sent,
  shownSubjects,
  undone,
  unknown,
  waiting,
} from '../testing/email-fixtures.ts'
import { maria, renderApp, signInAs } from '../testing/render.tsx'

beforeEach(() => signInAs('Maria'))
afterEach(() => void vi.useRealTimers())

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('[D3.7] [E23] each row shows the state, recipient, subject and error of an email', async () => {
  const overRelay = mail('unknown', 'rose', { mailbox: { kind: 'relay', address: maria.email } })
  renderApp('/email', emailApi({ listEmails: listing(() => [waiting(), failed, unknown, sent, undone, overRelay]) }))

  const failure = await emailRow('About fred')
  expect(failure.getByText('Not sent')).toBeTruthy()
  expect(failure.getByText(/fred@quillon\.example/)).toBeTruthy()
  expect(failure.getByText(/Quillon Logistics · Template “Van, all-in ask”/)).toBeTruthy()
  expect(failure.getByText('$2,450')).toBeTruthy()
  expect(failure.getByText('The address does not exist')).toBeTruthy()
  expect((await emailRow('About wanda')).getByText('Waiting to send')).toBeTruthy()
  expect((await emailRow('About wanda')).getByText(/^Sends in [1-5] s$/)).toBeTruthy()
  const unconfirmed = await emailRow('About una')
  expect(unconfirmed.getByText('May have been sent')).toBeTruthy()
  expect(unconfirmed.getByText('Check your Sent folder before you resend.')).toBeTruthy()
  expect((await emailRow('About rose')).getByText(/^Only in LoadPing\. Ask the recipient/)).toBeTruthy()
  expect((await emailRow('About sam')).getByText('Email sent')).toBeTruthy()
  expect((await emailRow('About ulla')).getByText('Undone')).toBeTruthy()
})

test('[D3.7] the actions of an email follow from its state', async () => {
  renderApp('/email', emailApi({ listEmails: listing(() => [waiting(), failed, unknown, sent, undone]) }))
  const actions = async (subject: string) =>
    (await emailRow(subject))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .slice(1)

  expect(await actions('About wanda')).toEqual(['Undo'])
  expect(await actions('About fred')).toEqual(['Resend', 'Dismiss'])
  expect(await actions('About una')).toEqual(['Resend', 'Dismiss'])
  expect(await actions('About sam')).toEqual([])
  expect(await actions('About ulla')).toEqual([])
})

test('an email that is retried shows when, and the last error', async () => {
  const tried = mail('queued', 'tia', {
    failure: 'Their server is busy',
    createdAt: '2026-11-20T19:41:00.000Z',
    dueAt: '2126-11-20T19:41:00.000Z',
  })
  renderApp('/email', emailApi({ listEmails: listing(() => [tried]) }))

  expect((await emailRow('About tia')).getByText('Their server is busy')).toBeTruthy()
  expect((await emailRow('About tia')).getByText(/^Next try .*2:41 PM$/)).toBeTruthy()
})

test('a deferred email shows when it is sent, not a retry', async () => {
  const deferred = mail('queued', 'hal', { createdAt: '2026-11-20T19:41:00.000Z', dueAt: '2126-11-20T20:05:00.000Z' })
  renderApp('/email', emailApi({ listEmails: listing(() => [deferred]) }))

  expect((await emailRow('About hal')).getByText(/^Sends at .*3:05 PM$/)).toBeTruthy()
  expect((await emailRow('About hal')).queryByText(/Next try/)).toBeNull()
})

test('[D3.7] the filters narrow the list, are kept in the URL, and show counts', async () => {
  const countEmails = async () => ({ waiting: 1, failed: 1, unknown: 1 })
  const app = renderApp(
    '/email?group=attention',
    emailApi({ listEmails: listing(() => [waiting(), failed, unknown, sent]), countEmails }),
  )

  await emailRow('About fred')
  expect(shownSubjects()).toEqual(['About fred', 'About una'])
  expect(await screen.findByRole('link', { name: 'Needs attention 2', current: 'page' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Waiting to send 1' }))
  await emailRow('About wanda')
  expect(shownSubjects()).toEqual(['About wanda'])
  expect(app.address()).toBe('/email?group=waiting')
  await userEvent.click(screen.getByRole('link', { name: 'All' }))
  await waitFor(() => expect(shownSubjects()).toHaveLength(4))
  expect(app.address()).toBe('/email')
})

test('[9.5] a search is sent 500 ms after the last key, is kept in the URL, and can be cleared', async () => {
  const listEmails = vi.fn(listing(() => [failed, sent]))
  const app = renderApp('/email', emailApi({ listEmails }))
  await emailRow('About sam')
  const searches = () => listEmails.mock.calls.map(([{ query }]) => query.search)

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const value of ['f', 'fr', 'fre', 'fred']) {
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search emails' }), { target: { value } })
    act(() => void vi.advanceTimersByTime(499))
  }
  expect(searches()).toEqual([undefined])
  act(() => void vi.advanceTimersByTime(1))
  vi.useRealTimers()

  await waitFor(() => expect(shownSubjects()).toEqual(['About fred']))
  expect(searches()).toEqual([undefined, 'fred'])
  expect(app.address()).toBe('/email?search=fred')

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search emails' }), 'x')
  await press('Clear search')
  await waitFor(() => expect(shownSubjects()).toEqual(['About fred', 'About sam']))
})

test('a search for the word all is kept', async () => {
  const app = renderApp('/email', emailApi({ listEmails: listing(() => [failed, sent]) }))
  await emailRow('About sam')

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search emails' }), 'allied')
  expect(app.address()).toBe('/email?search=allied')
})

test('Show more loads earlier emails and can be retried', async () => {
  let isDown = true
  const listEmails = async ({ query: { before } }: { query: { before?: string | undefined } }) => {
    if (before === undefined) return { emails: [sent], next: 'cursor' }
    if (isDown) throw new Problem('too-many', 'x')
    expect(before).toBe('cursor')
    return { emails: [undone], next: null }
  }
  renderApp('/email', emailApi({ listEmails }))

  await press('Show more')
  expect(await screen.findByText("Couldn't load more emails.")).toBeTruthy()
  isDown = false
  await press('Try again')

  await emailRow('About ulla')
  expect(shownSubjects()).toEqual(['About sam', 'About ulla'])
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a list with a waiting email is refreshed automatically', { timeout: 15_000 }, async () => {
  let email = waiting()
  renderApp('/email', emailApi({ listEmails: listing(() => [email]) }))
  await emailRow('About wanda')

  email = { ...email, state: 'sent', dueAt: null }

  expect(await screen.findByText('Email sent')).toBeTruthy()
})

test('an email opens as it was sent, with its details; closing it returns the focus', async () => {
  renderApp('/email', emailApi({ listEmails: listing(() => [sent]), getEmailDetails: async () => details }))
  await press('About sam')

  const dialog = within(await screen.findByRole('dialog', { name: 'About sam' }))
  const frame = await dialog.findByTitle('Message')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('srcdoc')).toContain('<p>We ask <b>$2,450</b>.</p>')
  for (const text of [
    'Maria Delgado <maria@redbud.example>',
    'sam@quillon.example',
    'ops@redbud.example',
    'answers@redbud.example',
    '<7d9c@redbud.example>',
  ])
    expect(dialog.getByText(text)).toBeTruthy()
  expect(dialog.getByText('Van, all-in ask, version 3')).toBeTruthy()
  expect(dialog.getByText('We ask $2,450.')).toBeTruthy()
  expect(dialog.getByText('926 mi')).toBeTruthy()
  expect(dialog.getByText('trip+8% to 5')).toBeTruthy()

  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('About sam'))
})

test.each([
  ['google', 'Accepted by your provider'],
  ['outlook', 'Accepted by your provider'],
  ['smtp', 'Accepted by your provider'],
  ['relay', 'Accepted by our relay'],
] as const)(
  "an email sent from %s shows “%s”, and claims nothing about the broker's server",
  async (mailbox, label) => {
    renderApp(
      '/email',
      emailApi({ listEmails: listing(() => [sent]), getEmailDetails: async () => ({ ...details, mailbox }) }),
    )
    await press('About sam')

    const dialog = within(await screen.findByRole('dialog', { name: 'About sam' }))
    expect((await dialog.findByText(label)).nextElementSibling?.textContent).toContain('2:41 PM')
    expect(document.body.textContent).not.toMatch(/delivered|received|arrived/i)
  },
)

test('[D13.6] an email that reached nobody says so, and names no mailbox that sent it', async () => {
  const sealed = { ...sent, failure: reachedNobody }
  const relayed = { ...details, mailbox: 'relay' as const }
  renderApp('/email', emailApi({ listEmails: listing(() => [sealed]), getEmailDetails: async () => relayed }))
  await press('About sam')

  const dialog = within(await screen.findByRole('dialog', { name: 'About sam' }))
  expect((await dialog.findByText('Note')).nextElementSibling?.textContent).toBe('Practice: reached nobody.')
  for (const label of ['Mailbox', 'Accepted by our relay'])
    expect(dialog.getByText(label).nextElementSibling?.textContent, label).not.toMatch(/relay|PM/)
})

test('emails that do not load can be retried, and the mailboxes still show', async () => {
  let isDown = true
  const listEmails = () =>
    isDown
      ? Promise.reject(new Problem('too-many', 'Try again in a minute.'))
      : Promise.resolve({ emails: [sent], next: null })
  renderApp('/email', emailApi({ listEmails }))

  expect(await screen.findByText("Couldn't load your emails")).toBeTruthy()
  expect(await screen.findByText('Default')).toBeTruthy()
  isDown = false
  await press('Try again')

  await emailRow('About sam')
})

test('without emails the page explains how to send the first', async () => {
  renderApp('/email', emailApi({}))

  expect(await screen.findByText('No emails yet')).toBeTruthy()
})

test('[R07] an email whose text is no longer kept says so in its details', async () => {
  const emptied = { ...details, html: '', text: '' }
  renderApp('/email', emailApi({ listEmails: listing(() => [sent]), getEmailDetails: async () => emptied }))
  await press('About sam')

  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Its text is no longer kept. All else about it stays.')).toBeTruthy()
  expect(dialog.queryByText('Plain text')).toBeNull()
})
