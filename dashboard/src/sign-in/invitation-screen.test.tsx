import type { User } from '@loadping/contract/account'
import { Problem } from '@loadping/contract/problem'
import type { InvitationPreview } from '@loadping/contract/team'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { readInvitationToken } from '../session/invitation.ts'
import { readSession, storeProfile } from '../session/session.ts'
import { answering, invitation, inviting } from '../testing/invitation.ts'
import { maria, renderApp, signInAs } from '../testing/render.tsx'
import { noTeam } from '../testing/team-fixtures.ts'
import { clearAuthParams } from './auth-params.ts'

const link = '/invitation/org.1.secret'

const refusing = () => answering(() => Promise.reject(new Problem('not-found', 'Invitation Expired')))

function signIn(changes: Partial<User> = {}) {
  signInAs('Maria')
  storeProfile({ ...maria, ...changes })
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const note = (text: string) =>
  screen.findByText((_text, element) => element?.tagName === 'P' && element.textContent === text)
const facts = () => screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
/** A toast in the manner of a success. */
const said = (text: string) =>
  screen.findByText(
    (_text, element) =>
      element?.classList.contains('Toastify__toast--success') === true && element.textContent === text,
  )

afterEach(() => clearAuthParams())

test('[2.4] /invitation/:urlToken shows in the sign-in layout whose team it is, who invited whom, and until when', async () => {
  const { api } = inviting()
  renderApp(link, api)

  expect((await screen.findByRole('heading', { level: 1, name: /^Join/ })).textContent).toBe(
    'Join Redbud Carriers LLC on LoadPing',
  )
  expect(screen.getByText(/invited/).textContent).toMatch(/^Owen Park invited maria@redbud\.example\. You/)
  expect(facts()).toEqual([
    ['Organization', 'Redbud Carriers LLC'],
    ['USDOT', '1234567'],
    ['Members', '4 of 10 seats'],
    ['Invitation', 'Works until Fri, Nov 27, 2026'],
  ])
  expect(screen.getByRole('complementary', { name: 'About LoadPing' })).toBeTruthy()
})

test('what a team does not have is left out of its invitation', async () => {
  const { api } = inviting({ organization: { name: 'Redbud', dotNumber: null } })
  renderApp(link, api)

  await screen.findByText(/invited/)
  expect(facts().map(([name]) => name)).toEqual(['Organization', 'Members', 'Invitation'])
})

test('whoever is to manage the team is told so', async () => {
  const { api } = inviting({ role: 'MANAGER' })
  renderApp(link, api)

  expect((await screen.findByText(/invited/)).textContent).toMatch(
    /^Owen Park invited maria@redbud\.example as a Manager\. You/,
  )
})

const full =
  'This team has no free seat right now. Ask Owen Park to make room; the invitation stays good until Fri, Nov 27, 2026.'

test.each<[string, Partial<InvitationPreview>]>([
  ['without a free seat', { members: 10 }],
  ['with more people than seats', { members: 12 }],
  ['without a plan', { limitUsers: null }],
])('a team %s is not joined by anybody: that is told, and it can be asked about again', async (_what, change) => {
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
  expect(await said('Your invitation has been accepted')).toBeTruthy()
  expect(acceptInvitation).toHaveBeenCalledOnce()
})

test('a guest is told of a full team too, and when asking again was not answered', async () => {
  let isDown = false
  const { api } = answering(() =>
    isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve({ ...invitation, members: 10 }),
  )
  renderApp(link, api)
  expect(await screen.findByText(/This team has no free seat right now/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Go to the Dashboard' })).toBeNull()

  isDown = true
  await press('Try again')

  expect(await screen.findByText('The service cannot be reached right now. Try again in a moment.')).toBeTruthy()
  expect(screen.getByText(/This team has no free seat right now/)).toBeTruthy()
})

test.each(['<img src=x onerror="globalThis.ran=1"><b>', `${'W'.repeat(99)}!`, '\u202eקווי רדבאד'])(
  'a team that is called %s is shown as that text, set apart from what stands around it',
  async (name) => {
    const { api } = inviting({ organization: { name, dotNumber: null }, invitedBy: name })
    renderApp(link, api)

    const title = await screen.findByRole('heading', { level: 1, name: /^Join/ })
    expect(title.textContent).toBe(`Join ${name} on LoadPing`)
    expect(within(title).getByText(name).tagName).toBe('BDI')
    expect(document.querySelector('main img, main b')).toBeNull()
  },
)

test('[2.4] [4.2] [4.5] a guest who accepts signs in, joins the team then, and comes to it', async () => {
  const { api, acceptInvitation } = inviting()
  const app = renderApp(link, api)

  await press('Accept invitation')
  expect(await note('You were invited to Redbud Carriers LLC on LoadPing. Sign in to join it.')).toBeTruthy()
  expect(app.address()).toBe('/sign-in')
  expect(acceptInvitation).not.toHaveBeenCalled()
  await app.router.navigate(`/sign-in/verifying?email=${maria.email}&token=${'x'.repeat(43)}`)
  await press(`Continue as ${maria.email}`)

  expect(await said('Your invitation has been accepted')).toBeTruthy()
  expect(app.address()).toBe('/my-team')
  expect(acceptInvitation).toHaveBeenCalledExactlyOnceWith({ query: { token: 'org.1.secret' } })
  expect(readInvitationToken()).toBe('')
})

test('a guest who wanted to go elsewhere joins too, and comes to where they wanted', async () => {
  const { api } = inviting()
  const app = renderApp(link, api)
  await screen.findByRole('button', { name: 'Accept invitation' })

  await app.router.navigate(`/sign-in/verifying?email=${maria.email}&token=${'x'.repeat(43)}&redirect=%2Fsettings`)
  await press(`Continue as ${maria.email}`)

  expect(await said('Your invitation has been accepted')).toBeTruthy()
  expect(app.address()).toBe('/settings')
})

test('[2.4] [4.5] [8.6] whoever is signed in as the one who is invited joins with one press, and comes to the team', async () => {
  const { api, acceptInvitation } = inviting()
  signIn()
  const app = renderApp(link, api)

  await screen.findByRole('button', { name: 'Accept invitation' })
  expect(acceptInvitation).not.toHaveBeenCalled()
  await press('Accept invitation')

  expect(await said('Your invitation has been accepted')).toBeTruthy()
  expect(app.address()).toBe('/my-team')
  expect(acceptInvitation).toHaveBeenCalledExactlyOnceWith({ query: { token: 'org.1.secret' } })
  expect(readSession()).toMatchObject({ organizationName: 'Redbud Carriers LLC' })
})

test('whoever is signed in and goes away without a word has not joined', async () => {
  const { api, acceptInvitation } = inviting()
  signIn()
  const app = renderApp(link, api)

  await screen.findByRole('button', { name: 'Accept invitation' })
  await app.router.navigate('/settings')

  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
  expect(acceptInvitation).not.toHaveBeenCalled()
})

test('whoever is signed in as somebody else is told so, and signs in with another email, for which the invitation waits', async () => {
  const { api, acceptInvitation, logout } = inviting()
  signIn({ email: 'owen@redbud.example' })
  const app = renderApp(link, api)

  expect((await screen.findByText(/You are signed in as/)).textContent).toBe(
    'You are signed in as owen@redbud.example. This invitation is for maria@redbud.example.',
  )
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
  await press('Sign in with another email')

  expect(await note('You were invited to Redbud Carriers LLC on LoadPing. Sign in to join it.')).toBeTruthy()
  expect(app.address()).toBe('/sign-in')
  expect(logout).toHaveBeenCalledOnce()
  expect(readSession().isAuth).toBe(false)
  expect(readInvitationToken()).toBe('org.1.secret')
  expect(acceptInvitation).not.toHaveBeenCalled()
})

const away = { id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e0b2', name: 'Cottonwood Freight' }

/** Somebody who was in another team when they were here last, and is there still, or not any more. */
function inAnotherTeam(isStillIn: boolean) {
  const { api, acceptInvitation } = inviting()
  const team = { ...noTeam, ...(isStillIn && away) }
  signIn({ organizationId: away.id })
  renderApp(link, { ...api, team: { ...api.team, getTeam: async () => team, listMembers: async () => [] } })
  return acceptInvitation
}

test('whoever is in a team already is told to leave it first, and can accept nothing', async () => {
  const acceptInvitation = inAnotherTeam(true)

  expect(await note('You are in Cottonwood Freight already. Leave it first, then open this link again.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to My team' }).getAttribute('href')).toBe('/my-team')
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
  expect(readInvitationToken()).toBe('org.1.secret')
  expect(acceptInvitation).not.toHaveBeenCalled()
})

test('whoever has lost their team meanwhile may accept', async () => {
  inAnotherTeam(false)

  expect(await screen.findByRole('button', { name: 'Accept invitation' })).toBeTruthy()
})

test('an invitation that was accepted leads the one who did to the team, without a word', async () => {
  const { api, acceptInvitation } = inviting({ isAccepted: true })
  signIn()
  const app = renderApp(link, api)

  await waitFor(() => expect(app.address()).toBe('/my-team'))
  expect(readInvitationToken()).toBe('')
  expect(acceptInvitation).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['nobody', () => {}, 'Go to sign in', '/sign-in'],
  ['somebody else', () => signIn({ email: 'owen@redbud.example' }), 'Go to the Dashboard', '/'],
])('an invitation that was accepted is used up for %s', async (_who, arrive, way, address) => {
  const { api } = inviting({ isAccepted: true })
  arrive()
  renderApp(link, api)

  expect(await screen.findByRole('heading', { level: 1, name: 'Invitation Expired' })).toBeTruthy()
  expect(screen.getByRole('link', { name: way }).getAttribute('href')).toBe(address)
})

test('[2.4] [8.6] an invitation that is not good any more says so, in the manner of a success too, is forgotten, and a new one can be asked for', async () => {
  const { api } = refusing()
  const user = userEvent.setup()
  renderApp(link, api)

  expect(await screen.findByRole('heading', { level: 1, name: 'Invitation Expired' })).toBeTruthy()
  expect(
    screen.getByText(
      'This link was used already or is older than 7 days. Ask the person who invited you to send it again; your account is not affected.',
    ),
  ).toBeTruthy()
  expect(await said('Invitation Expired')).toBeTruthy()
  expect(readInvitationToken()).toBe('')
  expect(screen.getByRole('link', { name: 'Go to sign in' }).getAttribute('href')).toBe('/sign-in')

  await user.click(screen.getByRole('button', { name: 'Copy a request for a new link' }))
  expect(await said('Copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toMatch(
    /^Hello, my invitation to your team on LoadPing does not work any more\./,
  )
})

test('a token that cannot be one is an invitation that is not good any more', async () => {
  const { api } = answering(() => Promise.reject(new Problem('invalid-input', 'x')))
  renderApp('/invitation/%3Cscript%3E', api)

  expect(await screen.findByRole('heading', { level: 1, name: 'Invitation Expired' })).toBeTruthy()
})

test.each([
  [new Problem('unavailable', 'x'), 'The service cannot be reached right now. Nothing that you have saved is lost.'],
  [new Problem('too-many', 'Too many tries. Wait a minute.'), 'Too many tries. Wait a minute.'],
])(
  'while the service does not tell about an invitation it is kept, and can be asked about again (%s)',
  async (problem, words) => {
    let isDown = true
    const { api } = answering(() => (isDown ? Promise.reject(problem) : Promise.resolve(invitation)))
    renderApp(link, api)

    expect(await screen.findByText(words)).toBeTruthy()
    expect(readInvitationToken()).toBe('org.1.secret')
    isDown = false
    await press('Try again')

    expect(await screen.findByRole('button', { name: 'Accept invitation' })).toBeTruthy()
  },
)

test('an address without an invitation leads on', async () => {
  const app = renderApp('/invitation/accept', {})

  await waitFor(() => expect(app.address()).toBe('/sign-in'))
})
