import type { User } from '@loadping/contract/account/account'
import type { Member, Team } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { confirmInvitation } from '../session/invitation.ts'
import { renderApp, signInAs } from '../testing/render.tsx'
import {
  allMembers,
  asDispatcher,
  asManager,
  bo,
  noor,
  noTeam,
  onBusiness,
  owen,
  owner,
  piotr,
  redbud,
  redbudApi,
  tessa,
  withoutPlan,
} from '../testing/team-fixtures.ts'

beforeEach(() => signInAs('Maria'))

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)
const shownRows = () => screen.getAllByRole('row').length - 1
const page = () => document.querySelector('[aria-busy]')
const show = (team: Team, members: Member[], me: User = asManager) =>
  redbudApi({ getTeam: async () => team, listMembers: async () => members }, me)

test("[2.12] /my-team shows the organization, its seats, and each member's role, status and activity", async () => {
  renderApp('/my-team', redbudApi())

  expect(await screen.findByRole('heading', { level: 1, name: 'My team' })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Redbud Carriers LLC' })).toBeTruthy()
  expect(screen.getByText('USDOT 1234567 · since Mar 2, 2026')).toBeTruthy()
  const cells = (await rowOf('Owen Park')).getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells).toEqual([expect.stringContaining('owen@redbud.example'), 'Manager', 'Active', '12 min ago', ''])
  expect((await rowOf('noor@redbud.example')).getByText('Invited')).toBeTruthy()
  expect((await rowOf('noor@redbud.example')).getByText('Sent 2 h ago')).toBeTruthy()
  expect((await rowOf('piotr@redbud.example')).getByText('Expired')).toBeTruthy()
  expect(screen.getByText('6 people')).toBeTruthy()
})

test('an undelivered invitation shows why, instead of when it was sent', async () => {
  renderApp('/my-team', show(redbud, [owner, { ...noor, failure: '550 No such user' }]))

  const row = await rowOf(noor.email)
  const badge = row.getByText('Not delivered').closest('[title]')
  expect(badge?.getAttribute('title')).toBe('550 No such user')
  expect(badge?.textContent).toBe('Not delivered: 550 No such user')
  expect(row.getByText('Invited')).toBeTruthy()
  expect(row.getByText('Dispatcher · Not delivered: 550 No such user')).toBeTruthy()
  expect(row.queryByText(/Sent/)).toBeNull()
  expect(row.getByRole('button', { name: `Resend the invitation to ${noor.email}` })).toBeTruthy()
})

test.each<[string, Member]>([
  ['Owner', owner],
  ['Manager', owen],
  ['Dispatcher', tessa],
  ['Member', bo],
])('[D7.1] the role is shown as %s', async (word, member) => {
  renderApp('/my-team', redbudApi({}, asDispatcher))

  const [, role] = (await rowOf(member.name ?? '')).getAllByRole('cell')
  expect(role?.textContent).toBe(word)
})

test('[9.6] the meter shows the cap of the team, with members and open invitations in it', async () => {
  renderApp('/my-team', redbudApi())

  const meter = await screen.findByRole('meter', { name: 'Seats' })
  expect(meter.getAttribute('aria-valuemax')).toBe('10')
  expect(meter.getAttribute('aria-valuenow')).toBe('5')
  expect(meter.children).toHaveLength(10)
  expect([...meter.children].filter(({ className }) => className.includes('bg-accent'))).toHaveLength(4)
  expect([...meter.children].filter(({ className }) => className.includes('gradient'))).toHaveLength(1)
  expect(screen.getByText('5 of 10 seats')).toBeTruthy()
  expect(screen.getByText('4 members, 1 open invitation')).toBeTruthy()
})

test('[D13.5] Add seats leads to Billing, where they are bought or asked for', async () => {
  renderApp('/my-team', redbudApi())

  expect((await screen.findByRole('link', { name: 'Add seats' })).getAttribute('href')).toBe('/pricing')
})

const manyOpen = (count: number): Member[] =>
  Array.from({ length: count }, (_, index) => ({ ...noor, id: `${noor.id}${index}`, inviteId: `${noor.id}${index}` }))

test.each([
  { limitUsers: 7, open: 3, beyond: 0, segments: ['accent 4', 'hatched 3'] },
  { limitUsers: 6, open: 3, beyond: 1, segments: ['accent 4', 'hatched 2', 'warning hatched 1'] },
  { limitUsers: 4, open: 3, beyond: 3, segments: ['accent 4', 'warning hatched 3'] },
])(
  '4 members and $open open invitations on $limitUsers seats show $beyond over the limit',
  async ({ limitUsers, open, beyond, segments }) => {
    renderApp('/my-team', show({ ...redbud, limitUsers }, [owner, owen, tessa, bo, ...manyOpen(open)]))

    const meter = await screen.findByRole('meter', { name: 'Seats' })
    expect(countLooks([...meter.children])).toEqual(segments)
    expect(meter.getAttribute('aria-valuemax')).toBe(String(limitUsers))
    const warnings = screen.queryAllByText(/over your seat limit/).map(({ textContent }) => textContent)
    expect(warnings).toEqual(
      beyond === 0 ? [] : [`${beyond} over your seat limit. Not all open invitations can be accepted.`],
    )
  },
)

/** Counts the segments of each look, in order. */
function countLooks(segments: Element[]): string[] {
  const looks = segments.map(({ className }) =>
    [
      className.includes('warning') && 'warning',
      className.includes('gradient') ? 'hatched' : className.includes('accent') && 'accent',
    ]
      .filter(Boolean)
      .join(' '),
  )
  return [...new Set(looks)].map((look) => `${look} ${looks.filter((each) => each === look).length}`)
}

test.each<[string, Partial<Team>, string]>([
  ['more than 24 seats are one bar', { limitUsers: 25 }, '5 of 25 seats'],
  [
    'more members than seats show a warning',
    { limitUsers: 3 },
    'There are more members than seats. No one new can join.',
  ],
  [
    'without the plan members stay, and no one new joins',
    { limitUsers: null, features: [] },
    "Members stay, but you can't invite anyone new.",
  ],
])('%s', async (_what, change, text) => {
  renderApp('/my-team', show({ ...redbud, ...change }, allMembers))

  expect(await screen.findByText(text)).toBeTruthy()
  if (change.limitUsers === 25) expect(screen.getByRole('meter').children).toHaveLength(3)
})

test.each(['Business Plan', 'Invite Team Members'])(
  'without the plan, the button %s explains that to a manager and links to support',
  async (name) => {
    renderApp('/my-team', show({ ...redbud, limitUsers: null, features: [] }, allMembers, withoutPlan))

    await userEvent.click(await screen.findByRole('button', { name }))

    expect(
      await screen.findByText("Your team's Business Plan ended. Members stay, but no one new can join."),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contact Us' })).toBeTruthy()
  },
)

test('without the plan, the invite URL opens the Business Plan modal', async () => {
  const app = renderApp(
    '/my-team?invite=open',
    show({ ...redbud, limitUsers: null, features: [] }, allMembers, withoutPlan),
  )

  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.address()).toBe('/my-team')
})

test('[3.5] [D7.4] the filter starts empty, and the defaults are not in the URL', async () => {
  const app = renderApp('/my-team', redbudApi())

  expect(await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search name or email' })).toHaveProperty(
    'value',
    '',
  )
  expect(screen.getByRole('button', { name: 'Status All' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Role All' })).toBeTruthy()
  expect(shownRows()).toBe(6)
  expect(app.address()).toBe('/my-team')
})

test.each<[string, Member[]]>([
  ['?status=active', [owner, owen, tessa, bo]],
  ['?status=invited', [noor]],
  ['?status=expired', [piotr]],
  ['?role=MANAGER', [owner, owen]],
  ['?role=USER', [tessa, bo, noor, piotr]],
  ['?search=PARK', [owen]],
  ['?search=redbud&status=active&role=USER', [tessa]],
])('[D7.4] the URL %s shows the members that match', async (query, members) => {
  renderApp(`/my-team${query}`, redbudApi())

  for (const { name, email } of members) expect(await screen.findByText(name ?? email)).toBeTruthy()
  expect(shownRows()).toBe(members.length)
  expect(screen.getByText(members.length === 1 ? '1 person' : `${members.length} people`)).toBeTruthy()
})

test('[D7.4] the filters offer statuses and roles, and a choice is kept in the URL', async () => {
  const app = renderApp('/my-team', redbudApi())

  await userEvent.click(await screen.findByRole('button', { name: 'Status All' }))
  const statuses = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Active' }))
  await waitFor(() => expect(app.address()).toBe('/my-team?status=active'))
  await userEvent.click(screen.getByRole('button', { name: 'Role All' }))
  await waitFor(() => expect(screen.getAllByRole('menuitemradio')).toHaveLength(3))
  const roles = screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Manager' }))
  await waitFor(() => expect(app.address()).toBe('/my-team?status=active&role=MANAGER'))
  await userEvent.type(screen.getByRole('searchbox'), 'owen')
  await waitFor(() => expect(app.address()).toBe('/my-team?status=active&role=MANAGER&search=owen'))

  expect(statuses).toEqual(['All', 'Active', 'Invited', 'Expired'])
  expect(roles).toEqual(['All', 'Manager', 'Dispatcher'])
  expect(shownRows()).toBe(1)
})

test('[4.6] a status filter that is set to empty falls back to all', async () => {
  const app = renderApp('/my-team?status=active', redbudApi())
  await screen.findByRole('button', { name: 'Status Active' })

  await app.router.navigate('/my-team?status=')

  expect(await screen.findByRole('button', { name: 'Status All' })).toBeTruthy()
  expect(shownRows()).toBe(6)
})

test('without results, one click clears the filters', async () => {
  const app = renderApp('/my-team?search=nomatch&role=USER', redbudApi())

  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))

  expect(await screen.findByText('6 people')).toBeTruthy()
  await waitFor(() => expect(app.address()).toBe('/my-team'))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''))
})

test('the only member is asked to invite others', async () => {
  renderApp('/my-team', show(redbud, [owner]))

  expect(await screen.findByText("You're the only member")).toBeTruthy()
  expect(screen.getByText('1 of 10 seats')).toBeTruthy()
  expect(screen.getByText('1 member')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Upload CSV' })).toBeTruthy()
})

test('[4.6] the team is loading while it or its members are fetched, and shows the latest response', async () => {
  let answerTeam = (_team: Team) => {}
  let answerMembers = (_members: Member[]) => {}
  const getTeam = () => new Promise<Team>((resolve) => (answerTeam = resolve))
  const listMembers = () => new Promise<Member[]>((resolve) => (answerMembers = resolve))
  renderApp('/my-team', redbudApi({ getTeam, listMembers, leaveTeam: async () => null }, asDispatcher))

  await waitFor(() => expect(page()?.getAttribute('aria-busy')).toBe('true'))
  answerTeam(redbud)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(page()?.getAttribute('aria-busy')).toBe('true')
  answerMembers([owner, owen, tessa])
  await screen.findByText('Owen Park')
  expect(page()?.getAttribute('aria-busy')).toBe('false')

  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(page()?.getAttribute('aria-busy')).toBe('true'))
  answerTeam({ ...redbud, name: 'Redbud Freight' })
  answerMembers([owner, tessa])
  expect(await screen.findByRole('heading', { name: 'Redbud Freight' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Owen Park')).toBeNull())
  expect(page()?.getAttribute('aria-busy')).toBe('false')
})

test('[4.6] a team that failed to load is no longer loading, and can be retried', async () => {
  let isDown = true
  renderApp(
    '/my-team',
    redbudApi({ getTeam: () => (isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve(redbud)) }),
  )

  await screen.findByText("Couldn't load your team")
  expect(page()?.getAttribute('aria-busy')).toBe('false')

  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Owen Park')).toBeTruthy()
})

test('[4.6] the team is loading while an invitation is being accepted', async () => {
  let refuse = (_problem: Problem) => {}
  const acceptInvitation = vi.fn(() => new Promise<never>((_resolve, reject) => (refuse = reject)))
  confirmInvitation('some-token')
  renderApp(
    '/my-team',
    redbudApi({ getTeam: async () => noTeam, listMembers: async () => [], acceptInvitation }, onBusiness),
  )

  await screen.findByText('Create your organization')
  await waitFor(() => expect(acceptInvitation).toHaveBeenCalledOnce())
  expect(page()?.getAttribute('aria-busy')).toBe('true')

  refuse(new Problem('not-found', 'Invitation Expired'))
  await waitFor(() => expect(page()?.getAttribute('aria-busy')).toBe('false'))
})
