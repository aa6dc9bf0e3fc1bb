import type { InviteResult, InviteStatus } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { carrier, type FakeApi, renderApp, signInAs } from '../testing/render.tsx'
import { allMembers, asDispatcher, asManager, noor, owner, redbud, redbudApi } from '../testing/team-fixtures.ts'

beforeEach(() => signInAs('Maria'))
afterEach(() => vi.restoreAllMocks())

type InviteInput = { body: { emails: string[]; role?: 'MANAGER' | 'USER' | undefined } }

const answerAll = (status: InviteStatus) =>
  vi.fn(async ({ body }: InviteInput) => ({ results: body.emails.map((email): InviteResult => ({ email, status })) }))

async function open(team: FakeApi['team'] = {}) {
  const app = renderApp('/my-team', redbudApi(team))
  await userEvent.click(await screen.findByRole('link', { name: 'Invite Team Members' }))
  await screen.findByRole('dialog', { name: 'Invite Team Members' })
  return app
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email addresses' })
const chips = () =>
  screen
    .queryAllByRole('button', { name: /^Remove .*/ })
    .map((button) => button.getAttribute('aria-label')?.slice('Remove '.length))
const seats = () => screen.getByRole('status', { name: 'Seats after sending' }).textContent
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Send|Try again)/ })

async function paste(text: string) {
  await userEvent.click(field())
  await userEvent.paste(text)
}

const people = (count: number): string[] => Array.from({ length: count }, (_, index) => `person${index}@redbud.example`)

test('[D7.3] a pasted list becomes chips, each address once, and an invalid one is marked', async () => {
  await open()

  await paste('Lena Ott <lena@redbud.example>, marcus@redbud.example; MARCUS@redbud.example\nana@redbud')

  expect(chips()).toEqual(['lena@redbud.example', 'marcus@redbud.example', 'ana@redbud'])
  expect(screen.getByText('ana@redbud is not an email address')).toBeTruthy()
  expect(sendButton().textContent).toBe('Send 2 invitations')
  expect(seats()).toBe('7 of 10')
})

test('a comma, space or Enter makes a chip; Backspace or its button removes it', async () => {
  await open()

  await userEvent.type(field(), 'lena@redbud.example,marcus@redbud.example Ana Diaz <ana@redbud.example>{Enter}')
  expect(chips()).toEqual(['lena@redbud.example', 'marcus@redbud.example', 'ana@redbud.example'])
  await userEvent.type(field(), '{Backspace}')
  await userEvent.click(screen.getByRole('button', { name: 'Remove lena@redbud.example' }))

  expect(chips()).toEqual(['marcus@redbud.example'])
  expect(sendButton().textContent).toBe('Send 1 invitation')
})

test('[D7.3] [6.1] a manager invites and sees the result for each address', async () => {
  const statuses: InviteStatus[] = ['invited', 'already-member', 'already-invited', 'invalid', 'no-seat']
  const invite = vi.fn(async ({ body }: InviteInput) => ({
    results: body.emails.map((email, index): InviteResult => ({ email, status: statuses[index] ?? 'invited' })),
  }))
  await open({ invite })
  await paste(people(5).join(' '))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Manager')

  await userEvent.click(sendButton())

  const rows = within(await screen.findByRole('list', { name: 'Results by address' })).getAllByRole('listitem')
  const labels = ['Invited', 'Already a member', 'Already invited', 'Not a valid email address', 'No open seats']
  expect(rows.map(({ textContent }) => textContent)).toEqual(
    labels.map(
      (label, index) => `person${index}@redbud.example${label}${index === 0 || index === 2 ? 'Copy link' : ''}`,
    ),
  )
  expect(invite).toHaveBeenCalledExactlyOnceWith({ body: { emails: people(5), role: 'MANAGER' } })
})

test('[D7.3] the link of a new invitation can be copied', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  let isSent = false
  const invite = async ({ body }: InviteInput) => {
    isSent = true
    return answerAll('invited')({ body })
  }
  const copyInvitationLink = vi.fn(async (_input: unknown) => ({ url: 'https://loadping.example/invitation/abc' }))
  await open({
    invite,
    copyInvitationLink,
    listMembers: async () => (isSent ? allMembers : allMembers.filter(({ id }) => id !== noor.id)),
  })
  await userEvent.type(field(), noor.email)

  await userEvent.click(sendButton())
  const copy = await screen.findByRole<HTMLButtonElement>('button', { name: `Copy link for ${noor.email}` })
  await waitFor(() => expect(copy.disabled).toBe(false))
  await userEvent.click(copy)

  expect(await screen.findByText('Link copied')).toBeTruthy()
  expect(writeText).toHaveBeenCalledExactlyOnceWith('https://loadping.example/invitation/abc')
  expect(copyInvitationLink).toHaveBeenCalledExactlyOnceWith({ body: { inviteId: noor.inviteId } })
})

test('[D7.3] 50 are sent at a time, and the rest stay in the list', async () => {
  const invite = answerAll('invited')
  await open({ invite, getTeam: async () => ({ ...redbud, limitUsers: 1000 }) })
  await paste(people(120).join('\n'))
  expect(screen.getByText('50 at a time. The other 70 stay in the list.')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Send 50 invitations' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Invite more' }))

  expect(invite).toHaveBeenCalledExactlyOnceWith({ body: { emails: people(50), role: 'USER' } })
  expect(screen.getByText('50 at a time. The other 20 stay in the list.')).toBeTruthy()
  expect(chips()).toEqual(people(120).slice(50, 110))
})

test('10,000 pasted addresses are accepted, and 60 of them shown', async () => {
  await open()

  const began = performance.now()
  await paste(people(10_000).join('\n'))

  expect(chips()).toHaveLength(60)
  expect(screen.getByText('and 9,940 more')).toBeTruthy()
  expect(performance.now() - began).toBeLessThan(3000)
})

test('a lack of seats is shown before sending, and addresses without a seat stay', async () => {
  await open({ invite: answerAll('no-seat'), getTeam: async () => ({ ...redbud, limitUsers: 6 }) })
  await paste(`${people(2).join(' ')} ${owner.email}`)
  expect(seats()).toBe('7 of 6, 1 seat short')

  await userEvent.click(sendButton())
  await userEvent.click(await screen.findByRole('button', { name: 'Invite more' }))

  expect(chips()).toEqual([...people(2), owner.email])
})

test('a failed call keeps what was typed, shows why, and can be tried again', async () => {
  let isDown = true
  const invite = vi.fn(async ({ body }: InviteInput) => {
    if (isDown) throw new Problem('unavailable', "We can't reach the server. Check your connection and try again.")
    return { results: body.emails.map((email): InviteResult => ({ email, status: 'invited' })) }
  })
  await open({ invite })
  await paste(people(2).join(' '))

  await userEvent.click(sendButton())
  expect(await screen.findByText("We can't reach the server. Check your connection and try again.")).toBeTruthy()
  expect(chips()).toEqual(people(2))
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('2 invitations sent. Each link works only for the person invited.')).toBeTruthy()
})

test('after a lost response, the next try reports no one new and offers the links', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  let isFirst = true
  const invite = async ({ body }: InviteInput) => {
    if (!isFirst) return answerAll('already-invited')({ body })
    isFirst = false
    throw new Problem('unavailable', "We can't reach the server. Check your connection and try again.")
  }
  await open({ invite, copyInvitationLink: async () => ({ url: 'https://loadping.example/invitation/abc' }) })
  await paste(noor.email)

  await userEvent.click(sendButton())
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('No one new was invited.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: `Copy link for ${noor.email}` }))
  expect(await screen.findByText('Link copied')).toBeTruthy()
  expect(writeText).toHaveBeenCalledOnce()
})

test.each(['not-allowed', 'plan-limit'] as const)(
  "a refusal (%s) shows the server's message without a retry and refreshes the team",
  async (code) => {
    const getTeam = vi.fn(async () => redbud)
    const getMe = vi.fn(async () => asManager)
    const api = redbudApi({ getTeam, invite: () => Promise.reject(new Problem(code, 'This team may not invite now.')) })
    renderApp('/my-team?invite=open', { ...api, account: { getMe, getUserInfo: async () => carrier } })
    await screen.findByRole('dialog', { name: 'Invite Team Members' })
    await paste(people(2).join(' '))
    const asked = [getTeam, getMe].map(({ mock }) => mock.calls.length)

    await userEvent.click(sendButton())

    expect(await within(screen.getByRole('dialog')).findByText('This team may not invite now.')).toBeTruthy()
    expect(sendButton().textContent).toBe('Send 2 invitations')
    await waitFor(() =>
      expect([getTeam, getMe].map(({ mock }) => mock.calls.length)).toEqual(asked.map((count) => count + 1)),
    )
  },
)

test('a user who is no longer a manager sees why the form is gone', async () => {
  let isManager = true
  const invite = () => {
    isManager = false
    return Promise.reject(new Problem('not-allowed', "You're no longer a manager of this team."))
  }
  const getMe = async () => (isManager ? asManager : asDispatcher)
  renderApp('/my-team?invite=open', { ...redbudApi({ invite }), account: { getMe, getUserInfo: async () => carrier } })
  await screen.findByRole('dialog', { name: 'Invite Team Members' })
  await paste(people(1).join(' '))

  await userEvent.click(sendButton())

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText("You're no longer a manager of this team.")).toBeTruthy()
})

test('what was typed becomes a chip when the role gets the focus, not on a button click', async () => {
  await open({ invite: () => new Promise(() => {}) })

  await userEvent.type(field(), 'lena@redbud.example')
  await userEvent.pointer({ keys: '[MouseLeft>]', target: sendButton() })
  expect(chips()).toEqual([])
  await userEvent.click(field())
  await userEvent.click(screen.getByRole('combobox', { name: 'Role' }))
  expect(chips()).toEqual(['lena@redbud.example'])
})

test('unsent addresses are still there when the modal is opened again', async () => {
  const app = await open()
  await paste(`${people(2).join(' ')}`)

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.address()).toBe('/my-team')
  await userEvent.click(await screen.findByRole('link', { name: 'Invite Team Members' }))

  await screen.findByRole('dialog', { name: 'Invite Team Members' })
  expect(chips()).toEqual(people(2))
})

test('a CSV file adds its addresses to the list', async () => {
  renderApp('/my-team', redbudApi({ listMembers: async () => [owner] }))
  const csv = new File(
    ['name,email\r\n"Ott, Lena",lena@redbud.example\r\nMarcus,marcus@redbud.example\r\n'],
    'people.csv',
    { type: 'text/csv' },
  )

  await userEvent.upload(await screen.findByLabelText('CSV file with email addresses'), csv)

  await screen.findByRole('dialog', { name: 'Invite Team Members' })
  expect(chips()).toEqual(['lena@redbud.example', 'marcus@redbud.example'])
})

test('a CSV file adds to unsent addresses', async () => {
  renderApp('/my-team', redbudApi({ listMembers: async () => [owner] }))
  const [invitation] = await screen.findAllByRole('link', { name: 'Invite Team Members' })
  await userEvent.click(invitation ?? document.body)
  await screen.findByRole('dialog', { name: 'Invite Team Members' })
  await paste('ana@redbud.example, ')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await userEvent.upload(
    await screen.findByLabelText('CSV file with email addresses'),
    new File(['lena@redbud.example'], 'people.csv', { type: 'text/csv' }),
  )

  await screen.findByRole('dialog', { name: 'Invite Team Members' })
  expect(chips()).toEqual(['ana@redbud.example', 'lena@redbud.example'])
})

test('a file without addresses shows an error', async () => {
  renderApp('/my-team', redbudApi({ listMembers: async () => [owner] }))

  await userEvent.upload(
    await screen.findByLabelText('CSV file with email addresses'),
    new File(['nothing'], 'people.txt', { type: 'text/plain' }),
  )

  expect(await screen.findByText('No email addresses in people.txt')).toBeTruthy()
})
