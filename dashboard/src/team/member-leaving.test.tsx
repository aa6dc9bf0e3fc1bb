import { Problem } from '@loadping/contract/wire/problem'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '../session/session.ts'
import { carrier, renderApp, signInAs } from '../testing/render.tsx'
import {
  allMembers,
  asManager,
  bo,
  noor,
  noTeam,
  onBusiness,
  owen,
  owner,
  redbud,
  redbudApi,
  tessa,
} from '../testing/team-fixtures.ts'

beforeEach(() => signInAs('Maria'))

type MemberOrInvite = { userId?: string | undefined; inviteId?: string | undefined }

/** A fake API whose members can be removed. */
function removing(members = allMembers) {
  let now = members
  const removeMember = async ({ query }: { query: MemberOrInvite }) => {
    now = now.filter(({ id }) => id !== (query.userId ?? query.inviteId))
    return null
  }
  return redbudApi({ listMembers: async () => now, removeMember })
}

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

test.each([
  ['the next row', allMembers, 'Tessa Lind', 'Actions for Bo Nash'],
  ['the row before, from the last one,', [owner, owen, noor], noor.email, 'Actions for Owen Park'],
])('removing a row with the keyboard focuses the menu of %s', async (_where, members, name, focused) => {
  renderApp('/my-team', removing(members))

  await removeByKeyboard(name)

  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(focused))
})

test('when the filter shows no one else, the focus moves to the search', async () => {
  renderApp('/my-team?search=tessa', removing())

  await removeByKeyboard('Tessa Lind')

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
})

test('when no one else is left, the focus moves to the new content', async () => {
  renderApp('/my-team', removing([owner, tessa]))

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
