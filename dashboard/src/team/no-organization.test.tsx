import type { User } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '../session/session.ts'
import { carrier, emptyHome, type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'
import {
  asDispatcher,
  asManager,
  noTeam,
  onBusiness,
  owner,
  redbud,
  redbudApi,
  withoutPlan,
} from '../testing/team-fixtures.ts'

beforeEach(() => signInAs('Maria'))

const onPro: User = { ...maria, billingPlan: 'PRO', features: ['email'], limitEmails: null, emails: null }
const onFree: User = { ...maria, billingPlan: 'FREE', createdAt: '2026-01-01T00:00:00.000Z' }

const withoutTeam = (me: User, team: FakeApi['team'] = {}, userType: UserType = 'carrier'): FakeApi => ({
  account: { getMe: async () => me, getUserInfo: async () => ({ ...carrier, userType }) },
  home: { getHome: async () => emptyHome },
  team: { getTeam: async () => noTeam, listMembers: async () => [], ...team },
})

const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Company name' })
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create organization' }))
const upsell = () => screen.findByRole('dialog', { name: 'Team members come with the Business Plan' })

test('[D7.2] [6.1] a user with team-management creates an organization, which the session then has', async () => {
  let isCreated = false
  const organization = { id: redbud.id ?? '', name: 'Redbud Carriers LLC' }
  const createOrganization = vi.fn(async (_input: unknown) => {
    isCreated = true
    return organization
  })
  renderApp('/my-team', {
    ...withoutTeam(onBusiness, {
      createOrganization,
      getTeam: async () => (isCreated ? redbud : noTeam),
      listMembers: async () => (isCreated ? [owner] : []),
    }),
    account: { getMe: async () => (isCreated ? asManager : onBusiness), getUserInfo: async () => carrier },
  })
  expect((await nameField()).value).toBe('')

  await userEvent.type(await nameField(), ' Redbud Carriers LLC ')
  await userEvent.type(screen.getByRole('textbox', { name: 'USDOT number optional' }), '1234567')
  await create()

  expect(await screen.findByText("You're the only member")).toBeTruthy()
  expect(createOrganization).toHaveBeenCalledExactlyOnceWith({
    body: { name: 'Redbud Carriers LLC', dotNumber: '1234567' },
  })
  expect(readSession()).toMatchObject({ organizationId: organization.id, organizationName: organization.name })
})

test('[4.6] creating an organization stores it in the session; the team is loading meanwhile', async () => {
  let answer = (_organization: { id: string; name: string }) => {}
  const createOrganization = () => new Promise<{ id: string; name: string }>((resolve) => (answer = resolve))
  renderApp('/my-team', withoutTeam({ ...onBusiness, organizationId: redbud.id }, { createOrganization }))
  await userEvent.type(await nameField(), 'Redbud')
  const isBusy = () => document.querySelector('[aria-busy]')?.getAttribute('aria-busy')
  await waitFor(() => expect(isBusy()).toBe('false'))

  await create()
  await waitFor(() => expect(isBusy()).toBe('true'))
  expect(readSession().organizationName).toBe('')
  answer({ id: redbud.id ?? '', name: 'Redbud' })

  await waitFor(() => expect(isBusy()).toBe('false'))
  expect(readSession()).toMatchObject({ organizationId: redbud.id, organizationName: 'Redbud' })
})

test('invalid values show errors at their fields, from the page and from the server', async () => {
  const createOrganization = () =>
    Promise.reject(new Problem('invalid-input', 'No', { name: 'This name is taken by the server' }))
  renderApp('/my-team', withoutTeam(onBusiness, { createOrganization }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'USDOT number optional' }), 'MC1')

  await create()
  expect(await screen.findByText('Enter a company name')).toBeTruthy()
  expect(screen.getByText('A USDOT number is 1 to 8 digits')).toBeTruthy()

  await userEvent.clear(screen.getByRole('textbox', { name: 'USDOT number optional' }))
  await userEvent.type(await nameField(), 'Redbud')
  await create()
  expect(await screen.findByText('This name is taken by the server')).toBeTruthy()
})

test.each([
  [' \u200b ', 'Enter a company name'],
  ['https://redbud.example', 'Remove the web address from the name'],
  ['R'.repeat(101), 'A name has at most 100 characters'],
])('the name %s is rejected: %s', async (name, message) => {
  const createOrganization = vi.fn()
  renderApp('/my-team', withoutTeam(onBusiness, { createOrganization }))
  await userEvent.click(await nameField())
  await userEvent.paste(name)

  await create()

  expect(await screen.findByText(message)).toBeTruthy()
  expect(createOrganization).not.toHaveBeenCalled()
})

test('[D7.2] without team-management, creating opens the upsell modal and keeps what was typed', async () => {
  const createOrganization = vi.fn()
  renderApp('/my-team', withoutTeam(maria, { createOrganization }))
  await userEvent.type(await nameField(), 'Redbud')

  await create()
  await upsell()
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))

  expect((await nameField()).value).toBe('Redbud')
  expect(createOrganization).not.toHaveBeenCalled()
})

test('[D7.2] a plan-limit from the server opens the upsell modal too', async () => {
  const createOrganization = () => Promise.reject(new Problem('plan-limit', 'Teams are part of the Business Plan.'))
  renderApp('/my-team', withoutTeam(onBusiness, { createOrganization }))
  await userEvent.type(await nameField(), 'Redbud')

  await create()

  expect(await upsell()).toBeTruthy()
  expect(document.querySelector<HTMLInputElement>('input[name=name]')?.value).toBe('Redbud')
})

test('[2.41] Invite Team Members opens the Business Plan modal with a Contact Us link', async () => {
  renderApp('/my-team', withoutTeam(maria))

  await userEvent.click(await screen.findByRole('button', { name: 'Invite Team Members' }))

  const contact = within(await upsell()).getByRole('link', { name: 'Contact Us' })
  expect(contact.getAttribute('href')).toBe('mailto:support@loadping.example?subject=Business%20Plan')
})

test.each<[string, 'hidden' | 'upsell' | 'invite', User, UserType]>([
  ['FREE', 'upsell', onFree, 'carrier'],
  ['TRIAL', 'upsell', maria, 'carrier'],
  ['PRO, which has email but no team-management,', 'hidden', onPro, 'carrier'],
  ['BUSINESS', 'invite', asManager, 'carrier'],
  ['TRIAL as the manager of a team without a plan', 'upsell', withoutPlan, 'carrier'],
  ['BUSINESS as no manager', 'hidden', asDispatcher, 'carrier'],
  ['FREE as a broker', 'hidden', onFree, 'broker'],
])('[D7.7] [6.3] on the Dashboard, Invite Team Members on %s: %s', async (_plan, offer, me, userType) => {
  const team: FakeApi['team'] =
    me.organizationId === null ? {} : { getTeam: async () => redbud, listMembers: async () => [owner] }
  const app = renderApp('/', withoutTeam(me, team, userType))
  await screen.findByRole('link', { name: 'Open practice board' })

  if (offer === 'hidden') {
    await waitFor(() => expect(screen.queryByText('Invite your team')).toBeNull())
    return expect(screen.queryByText('Invite Team Members')).toBeNull()
  }
  await userEvent.click(screen.getByText('Invite Team Members'))
  if (offer === 'upsell') return expect(await upsell()).toBeTruthy()
  expect(await screen.findByRole('dialog', { name: 'Invite Team Members' })).toBeTruthy()
  expect(app.address()).toBe('/my-team?invite=open')
})

test('without an organization, Invite Team Members on the Dashboard opens My team', async () => {
  const app = renderApp('/', withoutTeam(onBusiness))

  await userEvent.click(await screen.findByRole('link', { name: 'Invite Team Members' }))

  expect(await nameField()).toBeTruthy()
  expect(app.address()).toBe('/my-team')
})

test('a broker is told how to join a team, and cannot create one or invite', async () => {
  renderApp('/my-team', withoutTeam(onFree, {}, 'broker'))

  expect(await screen.findByText('Invited to a team?')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Create your organization')).toBeNull())
  expect(screen.queryByText('Invite Team Members')).toBeNull()
})

test('a broker in a team sees its members and no Invite Team Members', async () => {
  const api = redbudApi({}, asManager) // with the rights of a carrier, so that only the business type hides it
  renderApp('/my-team', {
    ...api,
    account: { ...api.account, getUserInfo: async () => ({ ...carrier, userType: 'broker' }) },
  })

  expect(await screen.findByText('Owen Park')).toBeTruthy()
  expect(screen.queryByText('Invite Team Members')).toBeNull()
})
