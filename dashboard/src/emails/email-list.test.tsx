import { Problem } from '@loadping/contract/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
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
import { renderApp, signInAs } from '../testing/render.tsx'

beforeEach(() => signInAs('Maria'))

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('[D3.7] [E23] every message says how it stands by a word, to whom, about what, and what went wrong', async () => {
  renderApp('/email', emailApi({ listEmails: listing(() => [waiting(), failed, unknown, sent, undone]) }))

  const failure = await emailRow('About fred')
  expect(failure.getByText('Not sent')).toBeTruthy()
  expect(failure.getByText(/fred@quillon\.example/)).toBeTruthy()
  expect(failure.getByText(/Quillon Logistics · Template “Van, all-in ask”/)).toBeTruthy()
  expect(failure.getByText('$2,450')).toBeTruthy()
  expect(failure.getByText('The address does not exist')).toBeTruthy()
  expect((await emailRow('About wanda')).getByText('Waiting')).toBeTruthy()
  expect((await emailRow('About wanda')).getByText(/^Leaves in [1-5] s$/)).toBeTruthy()
  expect((await emailRow('About una')).getByText('May have been sent, check your Sent folder')).toBeTruthy()
  expect((await emailRow('About sam')).getByText('Email sent')).toBeTruthy()
  expect((await emailRow('About ulla')).getByText('Undone')).toBeTruthy()
})

test('[D3.7] what can be done follows from how a message stands', async () => {
  renderApp('/email', emailApi({ listEmails: listing(() => [waiting(), failed, unknown, sent, undone]) }))
  const actions = async (subject: string) =>
    (await emailRow(subject))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .slice(1)

  expect(await actions('About wanda')).toEqual(['Undo'])
  expect(await actions('About fred')).toEqual(['Send again', 'Dismiss'])
  expect(await actions('About una')).toEqual(['Send again', 'Dismiss'])
  expect(await actions('About sam')).toEqual([])
  expect(await actions('About ulla')).toEqual([])
})

test('a message that is tried again says when, and why it has not left yet', async () => {
  const tried = mail('queued', 'tia', {
    failure: 'Their server is busy',
    createdAt: '2026-11-20T19:41:00.000Z',
    dueAt: '2126-11-20T19:41:00.000Z',
  })
  renderApp('/email', emailApi({ listEmails: listing(() => [tried]) }))

  expect((await emailRow('About tia')).getByText('Their server is busy')).toBeTruthy()
  expect((await emailRow('About tia')).getByText(/^Tried again at .*2:41 PM$/)).toBeTruthy()
})

test('a message that waits for its turn says when it leaves, and speaks of no other try', async () => {
  const held = mail('queued', 'hal', { createdAt: '2026-11-20T19:41:00.000Z', dueAt: '2126-11-20T20:05:00.000Z' })
  renderApp('/email', emailApi({ listEmails: listing(() => [held]) }))

  expect((await emailRow('About hal')).getByText(/^Leaves at .*3:05 PM$/)).toBeTruthy()
  expect((await emailRow('About hal')).queryByText(/Tried again/)).toBeNull()
})

test('[D3.7] the groups narrow the list, stand in the address, and count what waits and what needs attention', async () => {
  const countEmails = async () => ({ waiting: 1, failed: 1, unknown: 1 })
  const app = renderApp(
    '/email?group=attention',
    emailApi({ listEmails: listing(() => [waiting(), failed, unknown, sent]), countEmails }),
  )

  await emailRow('About fred')
  expect(shownSubjects()).toEqual(['About fred', 'About una'])
  expect(await screen.findByRole('link', { name: 'Needs attention 2', current: 'page' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Waiting 1' }))
  await emailRow('About wanda')
  expect(shownSubjects()).toEqual(['About wanda'])
  expect(app.address()).toBe('/email?group=waiting')
  await userEvent.click(screen.getByRole('link', { name: 'All' }))
  await waitFor(() => expect(shownSubjects()).toHaveLength(4))
  expect(app.address()).toBe('/email')
})

test('a search is asked of the server once typing stops, stands in the address, and can be cleared', async () => {
  const listEmails = vi.fn(listing(() => [failed, sent]))
  const app = renderApp('/email', emailApi({ listEmails }))
  await emailRow('About sam')

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search mail' }), 'fred')
  await waitFor(() => expect(shownSubjects()).toEqual(['About fred']))
  expect(listEmails.mock.calls.map(([{ query }]) => query.search)).toEqual([undefined, 'fred'])
  expect(app.address()).toBe('/email?search=fred')

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search mail' }), 'x')
  await press('Clear search')
  await waitFor(() => expect(shownSubjects()).toEqual(['About fred', 'About sam']))
})

test('earlier messages come with Show more, which can be tried again', async () => {
  let isDown = true
  const listEmails = async ({ query: { before } }: { query: { before?: string | undefined } }) => {
    if (before === undefined) return { emails: [sent], next: 'cursor' }
    if (isDown) throw new Problem('too-many', 'x')
    expect(before).toBe('cursor')
    return { emails: [undone], next: null }
  }
  renderApp('/email', emailApi({ listEmails }))

  await press('Show more')
  expect(await screen.findByText('The earlier mail could not be loaded.')).toBeTruthy()
  isDown = false
  await press('Try again')

  await emailRow('About ulla')
  expect(shownSubjects()).toEqual(['About sam', 'About ulla'])
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a list with a message that waits is asked for again by itself', { timeout: 15_000 }, async () => {
  let message = waiting()
  renderApp('/email', emailApi({ listEmails: listing(() => [message]) }))
  await emailRow('About wanda')

  message = { ...message, state: 'sent', dueAt: null }

  expect(await screen.findByText('Email sent')).toBeTruthy()
})

test('a message opens as it was sent, with its sender, its template’s version, its load and its values, and the focus comes back', async () => {
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
  'a message that left from %s says “%s”, and claims nothing about the broker’s server',
  async (mailbox, label) => {
    renderApp(
      '/email',
      emailApi({ listEmails: listing(() => [sent]), getEmailDetails: async () => ({ ...details, mailbox }) }),
    )
    await press('About sam')

    const dialog = within(await screen.findByRole('dialog', { name: 'About sam' }))
    expect((await dialog.findByText(label)).nextElementSibling?.textContent).toContain('2:41 PM')
    expect(dialog.queryByText(/their server/)).toBeNull()
  },
)

test('mail that does not load offers another try and leaves the mailboxes standing', async () => {
  let isDown = true
  const listEmails = () =>
    isDown
      ? Promise.reject(new Problem('too-many', 'Try again in a minute.'))
      : Promise.resolve({ emails: [sent], next: null })
  renderApp('/email', emailApi({ listEmails }))

  expect(await screen.findByText("Couldn't load your emails")).toBeTruthy()
  expect(await screen.findByText('New mail leaves from here')).toBeTruthy()
  isDown = false
  await press('Try again')

  await emailRow('About sam')
})

test('without any mail the page says how the first comes about', async () => {
  renderApp('/email', emailApi({}))

  expect(await screen.findByText('No mail yet')).toBeTruthy()
})
