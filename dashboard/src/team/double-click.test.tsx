import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeApi, renderApp, signInAs } from '../testing/render.tsx'
import { asDispatcher, asManager, noor, noTeam, onBusiness, owner, redbudApi, tessa } from '../testing/team-fixtures.ts'

beforeEach(() => signInAs('Maria'))
afterEach(() => vi.restoreAllMocks())

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const button = (name: string) => screen.findByRole('button', { name })
const inDialog = async (name: string) =>
  within(await screen.findByRole(/Leave/.test(name) ? 'alertdialog' : 'dialog')).findByRole('button', { name })
const entry = async (menu: string, name: string | RegExp) => {
  await press(menu)
  return screen.findByRole(/^Role/.test(menu) ? 'menuitemradio' : 'menuitem', { name })
}

async function transferOwnership() {
  await press('Transfer ownership')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'New owner' }), tessa.id)
  await userEvent.type(dialog.getByRole('textbox'), 'Redbud Carriers LLC')
  return inDialog('Transfer ownership')
}

async function send() {
  await userEvent.click(await screen.findByRole('link', { name: 'Invite Team Members' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Email addresses' }), 'lena@redbud.example')
  return inDialog('Send 1 invitation')
}

async function create() {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Company name' }), 'Redbud')
  return button('Create organization')
}

type Call = keyof NonNullable<FakeApi['team']>
type Case = [Call, () => Promise<HTMLElement>, typeof asManager?]

test.each<Case>([
  ['createOrganization', create, onBusiness],
  ['updateOrganization', () => press('Edit organization').then(() => inDialog('Save'))],
  ['transferOwnership', transferOwnership],
  ['invite', send],
  ['resendInvitation', () => button(`Resend the invitation to ${noor.email}`)],
  ['copyInvitationLink', () => button(`Copy the link for ${noor.email}`)],
  ['updateRole', () => entry('Role of Tessa Lind: Dispatcher', 'Manager')],
  ['removeMember', () => entry('Actions for Tessa Lind', 'Remove from team')],
  [
    'leaveTeam',
    () =>
      entry('Actions for Tessa Lind', 'Leave team').then((item) =>
        userEvent.click(item).then(() => inDialog('Leave team')),
      ),
    asDispatcher,
  ],
])('%s is called once for two quick clicks', async (call, find, me = asManager) => {
  const answer = vi.fn(() => new Promise<never>(() => {}))
  const myself = me === asDispatcher ? { ...me, userId: tessa.userId ?? '' } : me
  const ownTeam = me === onBusiness ? { getTeam: async () => noTeam, listMembers: async () => [] } : {}
  renderApp('/my-team', redbudApi({ ...ownTeam, [call]: answer }, myself))

  await clickTwice(await find())

  expect(answer).toHaveBeenCalledOnce()
})

test('Undo runs once for two quick clicks', async () => {
  const restoreMember = vi.fn(async () => null)
  renderApp('/my-team', redbudApi({ removeMember: async () => null, restoreMember }))
  await userEvent.click(await entry('Actions for Tessa Lind', 'Remove from team'))

  await clickTwice(await button('Undo'))

  expect(await screen.findByText('Tessa Lind is back on the team')).toBeTruthy()
  expect(restoreMember).toHaveBeenCalledOnce()
})

test('a resent invitation is not resent by another click right after', async () => {
  let isFirst = true
  const listMembers = () => (isFirst ? Promise.resolve([owner, noor]) : new Promise<never>(() => {}))
  const resendInvitation = vi.fn(async () => null)
  renderApp('/my-team', redbudApi({ listMembers, resendInvitation }))
  await button(`Resend the invitation to ${noor.email}`)
  isFirst = false

  await press(`Resend the invitation to ${noor.email}`)
  await screen.findByText(`The invitation to ${noor.email} was resent`)

  expect(await screen.findByRole<HTMLButtonElement>('button', { name: /^Resend in 5 min:/ })).toHaveProperty(
    'disabled',
    true,
  )
  expect(resendInvitation).toHaveBeenCalledOnce()
})

/** Clicks twice before the next render, and waits for what the clicks started. */
async function clickTwice(element: HTMLElement) {
  await act(async () => {
    element.click()
    element.click()
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
}
