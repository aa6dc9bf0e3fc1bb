import type { Member } from '@loadping/contract/team/team'
import { openRules, type TeamRules } from '@loadping/contract/team/team-rules'
import { Problem } from '@loadping/contract/wire/problem'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '../session/session.ts'
import { carrier, type FakeApi, renderApp, signInAs } from '../testing/render.tsx'
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
} from '../testing/team-fixtures.ts'

beforeEach(() => signInAs('Maria'))
afterEach(() => vi.restoreAllMocks())

type MemberOrInvite = { userId?: string | undefined; inviteId?: string | undefined }

/** A fake API whose team changes with its calls. */
function changing(members = allMembers, team: FakeApi['team'] = {}) {
  let now = members
  const change = (next: Member[]) => {
    now = next
    return null
  }
  const calls = {
    updateRole: vi.fn(async ({ body: { data } }: { body: { data: { userId: string; role: Member['role'] } } }) =>
      change(now.map((member) => (member.userId === data.userId ? { ...member, role: data.role } : member))),
    ),
    removeMember: vi.fn(async ({ query }: { query: MemberOrInvite }) =>
      change(now.filter(({ id }) => id !== (query.userId ?? query.inviteId))),
    ),
    restoreMember: vi.fn(async (_input: { body: MemberOrInvite }) => change(members)),
  }
  return { ...calls, api: redbudApi({ listMembers: async () => now, ...calls, ...team }) }
}

async function choose(name: string, entry: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
}
const entriesOf = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}
const isListed = (name: string) => screen.queryAllByText(name).some((element) => element.closest('tr'))
const menuOf = (name: string) => screen.findByRole('button', { name: `Actions for ${name}` })

/** Chooses the last entry of a row's menu without a pointer. */
async function removeByKeyboard(name: string) {
  const menu = await menuOf(name)
  menu.focus()
  await userEvent.keyboard('{Enter}')
  const entries = await screen.findAllByRole('menuitem')
  act(() => entries.at(-1)?.focus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: `Actions for ${name}` })).toBeNull())
}

test("[6.1] a manager changes a member's role with the menu in the row", async () => {
  const { api, updateRole } = changing()
  renderApp('/my-team', api)

  await userEvent.click(await screen.findByRole('button', { name: 'Role of Tessa Lind: Dispatcher' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Manager' }))

  expect(await screen.findByText('Tessa Lind is now a Manager')).toBeTruthy()
  expect(updateRole).toHaveBeenCalledExactlyOnceWith({ body: { data: { userId: tessa.userId, role: 'MANAGER' } } })
  expect(screen.getByRole('button', { name: 'Role of Tessa Lind: Manager' })).toBeTruthy()
})

test("a rejected role change shows the server's message and keeps the old role", async () => {
  const { api } = changing(allMembers, {
    updateRole: () => Promise.reject(new Problem('not-allowed', 'A team needs a manager.')),
  })
  renderApp('/my-team', api)

  await userEvent.click(await screen.findByRole('button', { name: 'Role of Owen Park: Manager' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dispatcher' }))

  expect(await screen.findByText('A team needs a manager.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Role of Owen Park: Manager' })).toBeTruthy()
})

test('[D7.1] the owner, a broker, an invitation and the user have no role menu', async () => {
  renderApp('/my-team', redbudApi())
  await screen.findByText('Owen Park')

  const menus = screen.getAllByRole('button', { name: /^Role of/ }).map((button) => button.getAttribute('aria-label'))
  expect(menus).toEqual(['Role of Owen Park: Manager', 'Role of Tessa Lind: Dispatcher'])
})

test('[6.1] a manager removes a member and can undo it', async () => {
  const { api, removeMember, restoreMember } = changing()
  renderApp('/my-team', api)

  await choose('Tessa Lind', 'Remove from team')
  expect(await screen.findByText('Tessa Lind was removed')).toBeTruthy()
  expect(isListed('Tessa Lind')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(isListed('Tessa Lind')).toBe(true))
  expect(removeMember).toHaveBeenCalledExactlyOnceWith({ query: { userId: tessa.userId } })
  expect(restoreMember).toHaveBeenCalledExactlyOnceWith({ body: { userId: tessa.userId } })
})

test('[6.1] a manager revokes an invitation and can undo it', async () => {
  const { api, removeMember, restoreMember } = changing()
  renderApp('/my-team', api)

  await choose(noor.email, 'Revoke')
  expect(await screen.findByText(`The invitation to ${noor.email} was revoked`)).toBeTruthy()
  expect(isListed(noor.email)).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(isListed(noor.email)).toBe(true))
  expect(removeMember).toHaveBeenCalledExactlyOnceWith({ query: { inviteId: noor.inviteId } })
  expect(restoreMember).toHaveBeenCalledExactlyOnceWith({ body: { inviteId: noor.inviteId } })
})

test('a removed member leaves the list at once and is back if it is rejected', async () => {
  let refuse = (_problem: Problem) => {}
  renderApp(
    '/my-team',
    changing(allMembers, { removeMember: () => new Promise((_resolve, reject) => (refuse = reject)) }).api,
  )

  await choose('Tessa Lind', 'Remove from team')
  await waitFor(() => expect(isListed('Tessa Lind')).toBe(false))
  expect(screen.getByText('5 people')).toBeTruthy()

  refuse(new Problem('not-allowed', "You're no longer a manager of this team."))
  expect(await screen.findByText("You're no longer a manager of this team.")).toBeTruthy()
  expect(isListed('Tessa Lind')).toBe(true)
})

test.each([
  ['the next row', allMembers, 'Tessa Lind', 'Actions for Bo Nash'],
  ['the row before, from the last one,', [owner, owen, noor], noor.email, 'Actions for Owen Park'],
])('removing a row with the keyboard focuses the menu of %s', async (_where, members, name, focused) => {
  renderApp('/my-team', changing(members).api)

  await removeByKeyboard(name)

  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(focused))
})

test('when the filter shows no one else, the focus moves to the search', async () => {
  renderApp('/my-team?search=tessa', changing().api)

  await removeByKeyboard('Tessa Lind')

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
})

test('when no one else is left, the focus moves to the new content', async () => {
  renderApp('/my-team', changing([owner, tessa]).api)

  await removeByKeyboard('Tessa Lind')

  await screen.findByText("You're the only member")
  await waitFor(() => expect(document.activeElement?.contains(screen.getByText("You're the only member"))).toBe(true))
  expect(document.activeElement).not.toBe(document.body)
})

test('an Undo without a response is offered again', async () => {
  let isDown = true
  const restoreMember = vi.fn(async () => {
    if (isDown) throw new Problem('unavailable', "We can't reach the server. Check your connection and try again.")
    return null
  })
  renderApp('/my-team', redbudApi({ removeMember: async () => null, restoreMember }))
  await userEvent.click(await menuOf('Tessa Lind'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from team' }))

  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  const hiccup = within(
    (await screen.findByText("We can't reach the server. Check your connection and try again.")).closest<HTMLElement>(
      '.Toastify__toast',
    ) ?? document.body,
  )
  isDown = false
  await userEvent.click(hiccup.getByRole('button', { name: 'Undo' }))

  expect(await screen.findByText('Tessa Lind is back on the team')).toBeTruthy()
  expect(restoreMember).toHaveBeenCalledTimes(2)
})

test('an Undo that was rejected is not offered again', async () => {
  const restoreMember = () => Promise.reject(new Problem('plan-limit', 'No open seats.'))
  renderApp('/my-team', redbudApi({ removeMember: async () => null, restoreMember }))
  await userEvent.click(await menuOf('Tessa Lind'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from team' }))

  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  const refusal = (await screen.findByText('No open seats.')).closest<HTMLElement>('.Toastify__toast')
  expect(within(refusal ?? document.body).queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('[D7.3] an invitation is resent, but not within 5 minutes', async () => {
  const justSent: Member = { ...piotr, invitedAt: new Date(Date.now() - 70_000).toISOString() }
  const resendInvitation = vi.fn(async (_input: unknown) => null)
  renderApp('/my-team', changing([owner, noor, justSent], { resendInvitation }).api)

  await userEvent.click(await screen.findByRole('button', { name: `Resend the invitation to ${noor.email}` }))

  expect(await screen.findByText(`The invitation to ${noor.email} was resent`)).toBeTruthy()
  expect(resendInvitation).toHaveBeenCalledExactlyOnceWith({ body: { inviteId: noor.inviteId } })
  const waiting = screen.getByRole<HTMLButtonElement>('button', {
    name: `Resend in 4 min: the invitation to ${piotr.email}`,
  })
  expect(waiting.textContent).toBe('Resend in 4 min')
  expect(waiting.disabled).toBe(true)
})

test('[D7.3] the link of an open invitation is copied; an expired one has none', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const copyInvitationLink = vi.fn(async (_input: unknown) => ({ url: 'https://loadping.example/invitation/abc' }))
  renderApp('/my-team', changing(allMembers, { copyInvitationLink }).api)

  await userEvent.click(await screen.findByRole('button', { name: `Copy the link for ${noor.email}` }))

  expect(await screen.findByText('Link copied')).toBeTruthy()
  expect(writeText).toHaveBeenCalledExactlyOnceWith('https://loadping.example/invitation/abc')
  expect(copyInvitationLink).toHaveBeenCalledExactlyOnceWith({ body: { inviteId: noor.inviteId } })
  expect(screen.queryByRole('button', { name: `Copy the link for ${piotr.email}` })).toBeNull()
  expect(await entriesOf(piotr.email)).toEqual(['Resend', 'Revoke'])
})

test('where the browser blocks copying, the link is shown', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  renderApp(
    '/my-team',
    changing(allMembers, { copyInvitationLink: async () => ({ url: 'https://loadping.example/invitation/abc' }) }).api,
  )

  await choose(noor.email, 'Copy link')

  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Invitation link' })
  expect(field.value).toBe('https://loadping.example/invitation/abc')
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
})

test('[6.1] a member who is no manager sees the team and can only leave it', async () => {
  expect(readSession().role).toBe('USER')
  let hasLeft = false
  const leaveTeam = vi.fn(async () => {
    hasLeft = true
    return null
  })
  const me: Member = {
    ...tessa,
    id: owner.id,
    userId: owner.userId,
    email: 'maria@redbud.example',
    name: 'Maria Delgado',
  }
  const boss: Member = { ...owner, id: tessa.id, userId: tessa.userId, email: 'boss@redbud.example', name: 'The Boss' }
  renderApp('/my-team', {
    ...redbudApi({
      getTeam: async () => (hasLeft ? noTeam : { ...redbud, ownerId: boss.userId }),
      listMembers: async () => (hasLeft ? [] : [boss, owen, me, noor]),
      leaveTeam,
    }),
    account: { getMe: async () => (hasLeft ? onBusiness : asDispatcher) },
  })
  await screen.findByText('Owen Park')

  expect(screen.queryByRole('button', { name: /^(Role of|Resend|Copy|Edit|Transfer)/ })).toBeNull()
  expect(screen.queryByRole('link', { name: /^(Invite|Activity|Add seats)/ })).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Actions for/ })).toHaveLength(1)
  await choose('Maria Delgado', 'Leave team')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave team' }))

  expect(await screen.findByText('Create your organization')).toBeTruthy()
  expect(leaveTeam).toHaveBeenCalledOnce()
})

test('[D7.1] the owner transfers the team to a carrier once its name is typed', async () => {
  const transfer = vi.fn(async (_input: unknown) => null)
  renderApp('/my-team', changing(allMembers, { transferOwnership: transfer }).api)

  await userEvent.click(await screen.findByRole('button', { name: 'Transfer ownership' }))
  const dialog = within(await screen.findByRole('dialog'))
  const eligibleOwners = dialog.getAllByRole('option').map(({ textContent }) => textContent)
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'New owner' }), tessa.id)
  const transferOwnership = dialog.getByRole<HTMLButtonElement>('button', { name: 'Transfer ownership' })
  await userEvent.type(dialog.getByRole('textbox'), 'redbud carriers llc')
  expect(transferOwnership.disabled).toBe(true)
  expect(dialog.getByText("Doesn't match. Check capitalization and punctuation.")).toBeTruthy()
  await userEvent.clear(dialog.getByRole('textbox'))
  await userEvent.type(dialog.getByRole('textbox'), ' Redbud  Carriers LLC ')
  expect(dialog.queryByText(/Doesn't match/)).toBeNull()
  await userEvent.click(transferOwnership)

  expect(await screen.findByText('Tessa Lind is now the owner')).toBeTruthy()
  expect(transfer).toHaveBeenCalledExactlyOnceWith({ body: { userId: tessa.userId } })
  expect(eligibleOwners).toEqual([
    'Choose a member',
    'Owen Park (owen@redbud.example)',
    'Tessa Lind (tessa@redbud.example)',
  ])
})

test('[D7.1] a carrier can become the owner, a broker cannot; the owner cannot be removed or leave', async () => {
  renderApp('/my-team', redbudApi())

  expect(await entriesOf('Owen Park')).toEqual(['Make owner', 'Remove from team'])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(await entriesOf('Bo Nash')).toEqual(['Remove from team'])
  expect(screen.queryByRole('button', { name: 'Actions for Maria Delgado' })).toBeNull()
})

test("on a phone the role is changed in the row's menu", async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: true,
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  )
  const { api, updateRole } = changing()
  renderApp('/my-team', api)

  await choose('Tessa Lind', 'Make manager')

  expect(await screen.findByText('Tessa Lind is now a Manager')).toBeTruthy()
  expect(updateRole).toHaveBeenCalledOnce()
})

test('[D12.5] a manager turns a rule on load boards off', async () => {
  let rules = openRules
  const saveRules = vi.fn(async ({ body }: { body: TeamRules }) => {
    rules = body
    return body
  })
  renderApp('/my-team', changing(allMembers, { saveRules, getTeam: async () => ({ ...redbud, rules }) }).api)

  await userEvent.click(await screen.findByRole('switch', { name: 'Save loads' }))

  expect(await screen.findByRole('switch', { name: 'Save loads', checked: false })).toBeTruthy()
  expect(saveRules).toHaveBeenCalledExactlyOnceWith({ body: { allowsSave: false, allowsPhones: true } })
})

test('[D12.5] members see the rules on load boards, and cannot change them', async () => {
  const rules = { allowsSave: false, allowsPhones: true }
  renderApp('/my-team', redbudApi({ getTeam: async () => ({ ...redbud, rules }) }, asDispatcher))

  const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(items).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Save loads.*Off$/), expect.stringMatching(/^Phone numbers.*On$/)]),
  )
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a manager edits the organization, and a rejection shows at its field', async () => {
  let isTaken = true
  const updateOrganization = vi.fn(async (_input: unknown) => {
    if (isTaken) throw new Problem('invalid-input', 'No', { dotNumber: 'This number belongs to another team' })
    return { id: redbud.id ?? '', name: 'Redbud Freight' }
  })
  renderApp('/my-team', changing(allMembers, { updateOrganization }).api)

  await userEvent.click(await screen.findByRole('button', { name: 'Edit organization' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Company name' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Company name' }), 'Redbud Freight')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('This number belongs to another team')).toBeTruthy()
  isTaken = false
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Your organization is saved')).toBeTruthy()
  expect(updateOrganization).toHaveBeenLastCalledWith({ body: { name: 'Redbud Freight', dotNumber: '1234567' } })
})

test.each([
  ['as the only member', [owner]],
  ['with open invitations', [owner, noor]],
])('an owner who is alone, %s, closes the team after a confirmation', async (_with, members) => {
  let isClosed = false
  const leaveTeam = vi.fn(async () => {
    isClosed = true
    return null
  })
  const api = redbudApi({
    leaveTeam,
    getTeam: async () => (isClosed ? noTeam : redbud),
    listMembers: async () => (isClosed ? [] : members),
  })
  renderApp('/my-team', {
    ...api,
    account: { getMe: async () => (isClosed ? onBusiness : asManager), getUserInfo: async () => carrier },
  })

  await userEvent.click(await menuOf('Maria Delgado'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Close team' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Close Redbud Carriers LLC?' }))
  expect(
    dialog.getByText(
      'The team and its activity log are deleted right away. You keep your plan and can create or join another team.',
    ),
  ).toBeTruthy()
  expect(readSession().organizationId).toBe(redbud.id)
  await userEvent.click(dialog.getByRole('button', { name: 'Close team' }))

  expect(await screen.findByText('Redbud Carriers LLC is closed')).toBeTruthy()
  expect(await screen.findByText('Create your organization')).toBeTruthy()
  expect(leaveTeam).toHaveBeenCalledOnce()
  expect(readSession()).toMatchObject({ organizationId: '', organizationName: '' })
})

test('an owner who is not alone cannot close the team', async () => {
  renderApp('/my-team', redbudApi({ listMembers: async () => [owner, bo] }))

  await menuOf('Bo Nash')
  expect(screen.queryByRole('button', { name: 'Actions for Maria Delgado' })).toBeNull()
})

test('a user who is removed while viewing the team soon sees that they have none', async () => {
  let isRemoved = false
  renderApp('/my-team', {
    ...redbudApi({
      getTeam: async () => (isRemoved ? noTeam : redbud),
      listMembers: async () => (isRemoved ? [] : allMembers),
    }),
    account: { getMe: async () => (isRemoved ? onBusiness : asManager) },
  })
  await screen.findByText('Owen Park')

  isRemoved = true
  await waitFor(() => {
    window.dispatchEvent(new Event('visibilitychange')) // again, as the page listens a moment after it is shown
    expect(screen.getByText('Create your organization')).toBeTruthy()
  })
})
