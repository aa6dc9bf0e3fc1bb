import type { User } from '@loadping/contract/account/account'
import type { InvitationPreview } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { readInvitationToken } from '../session/invitation.ts'
import { readSession, storeProfile } from '../session/session.ts'
import { answering, invitation, inviting } from '../testing/invitation.ts'
import { maria, renderApp, signInAs } from '../testing/render.tsx'
import { noTeam } from '../testing/team-fixtures.ts'

const link = '/invitation/org.1.secret'

const refusing = () => answering(() => Promise.reject(new Problem('not-found', 'Invitation Expired')))

function signIn(changes: Partial<User> = {}) {
  signInAs('Maria')
  storeProfile({ ...maria, ...changes })
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const note = (text = 'Owen Park invited you to Redbud Carriers LLC on LoadPing. Continue below to join it.') =>
  screen.findByText((_text, element) => element?.tagName === 'P' && element.textContent === text)
const facts = () => screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
const findSuccessToast = (text: string) =>
  screen.findByText(
    (_text, element) =>
      element?.classList.contains('Toastify__toast--success') === true && element.textContent === text,
  )

test('[2.4] /invitation/:urlToken shows the team, who invited whom and the expiry date', async () => {
  const { api } = inviting()
  renderApp(link, api)

  expect((await screen.findByRole('heading', { level: 1, name: /^Join/ })).textContent).toBe(
    'Join Redbud Carriers LLC on LoadPing',
  )
  expect(screen.getByText(/invited/).textContent).toMatch(/^Owen Park invited maria@redbud\.example\. You'll/)
  expect(facts()).toEqual([
    ['Organization', 'Redbud Carriers LLC'],
    ['USDOT', '1234567'],
    ['Members', '4 of 10 seats'],
    ['Invitation', 'Expires Fri, Nov 27, 2026'],
  ])
  expect(screen.getByRole('complementary', { name: 'About LoadPing' })).toBeTruthy()
})

test('an invitation leaves out what the team does not have', async () => {
  const { api } = inviting({ organization: { name: 'Redbud', dotNumber: null } })
  renderApp(link, api)

  await screen.findByText(/invited/)
  expect(facts().map(([name]) => name)).toEqual(['Organization', 'Members', 'Invitation'])
})

test('an invitation names the Manager role', async () => {
  const { api } = inviting({ role: 'MANAGER' })
  renderApp(link, api)

  expect((await screen.findByText(/invited/)).textContent).toMatch(
    /^Owen Park invited maria@redbud\.example as a Manager\. You'll/,
  )
})

const full = 'This team has no open seats. Ask Owen Park to add one. Your invitation is good until Fri, Nov 27, 2026.'

test.each<[string, Partial<InvitationPreview>]>([
  ['without an open seat', { members: 10 }],
  ['with more members than seats', { members: 12 }],
  ['without a plan', { limitUsers: null }],
])('a team %s cannot be joined, and Try again checks it again', async (_what, change) => {
  let isFull = true
  const { api, acceptInvitation } = answering(async () => ({ ...invitation, ...(isFull && change) }))
  signIn()
  renderApp(link, api)

  expect(
    await screen.findByText((_text, element) => element?.tagName === 'P' && element.textContent === full),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to the Dashboard' }).getAttribute('href')).toBe('/')
  expect(readInvitationToken()).toBe('org.1.secret')

  isFull = false
  await press('Try again')
  await press('Accept invitation')
  expect(await findSuccessToast('Your invitation has been accepted')).toBeTruthy()
  expect(acceptInvitation).toHaveBeenCalledOnce()
})

test('a guest sees that a team is full, and an error when the next check fails', async () => {
  let isDown = false
  const { api } = answering(() =>
    isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve({ ...invitation, members: 10 }),
  )
  renderApp(link, api)
  expect(await screen.findByText(/This team has no open seats/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Go to the Dashboard' })).toBeNull()

  isDown = true
  await press('Try again')

  expect(await screen.findByText("We can't reach the server. Try again in a moment.")).toBeTruthy()
  expect(screen.getByText(/This team has no open seats/)).toBeTruthy()
})

test.each(['<img src=x onerror="globalThis.ran=1"><b>', `${'W'.repeat(99)}!`, '\u202eקווי רדבאד'])(
  'a team named %s is shown as plain text in its own bdi element',
  async (name) => {
    const { api } = inviting({ organization: { name, dotNumber: null }, invitedBy: name })
    renderApp(link, api)

    const title = await screen.findByRole('heading', { level: 1, name: /^Join/ })
    expect(title.textContent).toBe(`Join ${name} on LoadPing`)
    expect(within(title).getByText(name).tagName).toBe('BDI')
    expect(document.querySelector('main img, main b')).toBeNull()
  },
)

test('[2.4] [4.2] [4.5] a guest who accepts signs in, joins the team and lands on it', async () => {
  const { api, acceptInvitation } = inviting()
  const app = renderApp(link, api)

  await press('Accept invitation')
  expect(await note()).toBeTruthy()
  expect(app.address()).toBe('/sign-in')
  expect(acceptInvitation).not.toHaveBeenCalled()
  await app.router.navigate(`/sign-in/verifying?email=${maria.email}&token=${'x'.repeat(43)}`)
  await press(`Continue as ${maria.email}`)

  expect(await findSuccessToast('Your invitation has been accepted')).toBeTruthy()
  expect(app.address()).toBe('/my-team')
  expect(acceptInvitation).toHaveBeenCalledExactlyOnceWith({ query: { token: 'org.1.secret' } })
  expect(readInvitationToken()).toBe('')
})

test('a guest with a redirect joins the team and lands on the redirect', async () => {
  const { api } = inviting()
  const app = renderApp(link, api)
  await screen.findByRole('button', { name: 'Accept invitation' })

  await app.router.navigate(`/sign-in/verifying?email=${maria.email}&token=${'x'.repeat(43)}&redirect=%2Fsettings`)
  await press(`Continue as ${maria.email}`)

  expect(await findSuccessToast('Your invitation has been accepted')).toBeTruthy()
  expect(app.address()).toBe('/settings')
})

test('[2.4] [4.5] [8.6] a signed-in invitee joins with one click and lands on the team', async () => {
  const { api, acceptInvitation } = inviting()
  signIn()
  const app = renderApp(link, api)

  await screen.findByRole('button', { name: 'Accept invitation' })
  expect(acceptInvitation).not.toHaveBeenCalled()
  await press('Accept invitation')

  expect(await findSuccessToast('Your invitation has been accepted')).toBeTruthy()
  expect(app.address()).toBe('/my-team')
  expect(acceptInvitation).toHaveBeenCalledExactlyOnceWith({ query: { token: 'org.1.secret' } })
  expect(readSession()).toMatchObject({ organizationName: 'Redbud Carriers LLC' })
})

test('a signed-in invitee who navigates away has not joined', async () => {
  const { api, acceptInvitation } = inviting()
  signIn()
  const app = renderApp(link, api)

  await screen.findByRole('button', { name: 'Accept invitation' })
  await app.router.navigate('/settings')

  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
  expect(acceptInvitation).not.toHaveBeenCalled()
})

test('another signed-in user can sign in with another email and keeps the invitation', async () => {
  const { api, acceptInvitation, logout } = inviting()
  signIn({ email: 'owen@redbud.example' })
  const app = renderApp(link, api)

  expect((await screen.findByText(/You are signed in as/)).textContent).toBe(
    'Owen Park invited maria@redbud.example. You are signed in as owen@redbud.example.',
  )
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
  await press('Sign in with another email')

  expect(await note()).toBeTruthy()
  expect(app.address()).toBe('/sign-in')
  expect(logout).toHaveBeenCalledOnce()
  expect(readSession().isAuth).toBe(false)
  expect(readInvitationToken()).toBe('org.1.secret')
  expect(acceptInvitation).not.toHaveBeenCalled()
})

const away = { id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e0b2', name: 'Cottonwood Freight' }

/** Signs in a user whose stored session names another team, which they may have left since. */
function inAnotherTeam(isStillIn: boolean) {
  const { api, acceptInvitation } = inviting()
  const team = { ...noTeam, ...(isStillIn && away) }
  signIn({ organizationId: away.id })
  renderApp(link, { ...api, team: { ...api.team, getTeam: async () => team, listMembers: async () => [] } })
  return acceptInvitation
}

test('a member of another team is asked to leave it first and cannot accept', async () => {
  const acceptInvitation = inAnotherTeam(true)

  expect(
    await note(
      "Owen Park invited you. You're already on Cottonwood Freight. Leave it first, then open this link again.",
    ),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to My team' }).getAttribute('href')).toBe('/my-team')
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
  expect(readInvitationToken()).toBe('org.1.secret')
  expect(acceptInvitation).not.toHaveBeenCalled()
})

test('a user who has left their team since the last visit may accept', async () => {
  inAnotherTeam(false)

  expect(await screen.findByRole('button', { name: 'Accept invitation' })).toBeTruthy()
})

test('an accepted invitation leads its user to the team, without a message', async () => {
  const { api, acceptInvitation } = inviting({ isAccepted: true })
  signIn()
  const app = renderApp(link, api)

  await waitFor(() => expect(app.address()).toBe('/my-team'))
  expect(readInvitationToken()).toBe('')
  expect(acceptInvitation).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['a guest', () => {}, 'Go to sign in', '/sign-in'],
  ['another user', () => signIn({ email: 'owen@redbud.example' }), 'Go to the Dashboard', '/'],
])('an accepted invitation has expired for %s', async (_who, prepare, linkName, address) => {
  const { api } = inviting({ isAccepted: true })
  prepare()
  renderApp(link, api)

  expect(await screen.findByRole('heading', { level: 1, name: 'Invitation Expired' })).toBeTruthy()
  expect(screen.getByRole('link', { name: linkName }).getAttribute('href')).toBe(address)
})

test('[2.4] [8.6] an expired invitation is cleared, with a success toast and a way to request another', async () => {
  const { api } = refusing()
  const user = userEvent.setup()
  renderApp(link, api)

  expect(await screen.findByRole('heading', { level: 1, name: 'Invitation Expired' })).toBeTruthy()
  expect(
    screen.getByText(
      "This link was already used or is over 7 days old. Ask for a new one. Your account isn't affected.",
    ),
  ).toBeTruthy()
  expect(await findSuccessToast('Invitation Expired')).toBeTruthy()
  expect(readInvitationToken()).toBe('')
  expect(screen.getByRole('link', { name: 'Go to sign in' }).getAttribute('href')).toBe('/sign-in')

  await user.click(screen.getByRole('button', { name: 'Copy a request message' }))
  expect(await findSuccessToast('Copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toMatch(
    /^Hello, my invitation to your team on LoadPing no longer works\./,
  )
})

test('a malformed token is an expired invitation', async () => {
  const { api } = answering(() => Promise.reject(new Problem('invalid-input', 'x')))
  renderApp('/invitation/%3Cscript%3E', api)

  expect(await screen.findByRole('heading', { level: 1, name: 'Invitation Expired' })).toBeTruthy()
})

test.each([
  [new Problem('unavailable', 'x'), "We can't reach the server. Your saved work is safe."],
  [new Problem('too-many', 'Too many tries. Wait a minute.'), 'Too many tries. Wait a minute.'],
])('an invitation that cannot be loaded is kept and can be retried (%s)', async (problem, text) => {
  let isDown = true
  const { api } = answering(() => (isDown ? Promise.reject(problem) : Promise.resolve(invitation)))
  renderApp(link, api)

  expect(await screen.findByText(text)).toBeTruthy()
  expect(readInvitationToken()).toBe('org.1.secret')
  isDown = false
  await press('Try again')

  expect(await screen.findByRole('button', { name: 'Accept invitation' })).toBeTruthy()
})

test('/invitation/accept without an invitation redirects to the sign-in', async () => {
  const app = renderApp('/invitation/accept', {})

  await waitFor(() => expect(app.address()).toBe('/sign-in'))
})
