import type { UserInfo } from '@loadping/contract/account'
import { Problem } from '@loadping/contract/problem'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { writeCookie } from '../session/cookies.ts'
import { loggedOut } from '../session/session.ts'
import { carrier, renderScreen } from '../testing/render.tsx'
import { OnboardingDialog } from './onboarding-dialog.tsx'

const newcomer: UserInfo = { ...carrier, userType: null, loadboards: [] }

function show(saveUserInfo = vi.fn(async (_input: { body: unknown }) => carrier)) {
  renderScreen(<OnboardingDialog profile={newcomer} />, { account: { saveUserInfo } })
  return saveUserInfo
}

const boards = () =>
  within(screen.getByRole('group', { name: /Load boards/ })).getAllByRole<HTMLInputElement>('checkbox')
const named = () => boards().map((board) => board.closest('label')?.textContent?.slice(1))
const chosen = () =>
  boards()
    .filter(({ checked }) => checked)
    .map((board) => board.name)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

afterEach(() => writeCookie('source', '', { days: -1 }))

test('[1.4] [3.2] [4.10] a new person is a carrier with one truck and DAT One, until they say otherwise', async () => {
  const saveUserInfo = show()

  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Carrier/ }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Trucks' }).value).toBe('1')
  expect(chosen()).toEqual(['dat-one'])
  await save()

  expect(saveUserInfo).toHaveBeenCalledExactlyOnceWith({
    body: { userType: 'carrier', trucksAmount: 1, loadboards: ['dat-one'] },
  })
})

test('[9.2] before anybody has said anything: 10 emails, 1 day of trial, verified, a USER, a carrier with 1 truck and DAT One', async () => {
  const saveUserInfo = show()
  await save()

  expect(loggedOut).toMatchObject({ emails: 10, trialDays: 1, accountVerified: true, role: 'USER' })
  expect(saveUserInfo).toHaveBeenCalledWith({ body: { userType: 'carrier', trucksAmount: 1, loadboards: ['dat-one'] } })
})

test('[3.2] the source comes from the cookie of that name', async () => {
  writeCookie('source', 'trade fair')
  const saveUserInfo = show()

  await save()

  expect(saveUserInfo).toHaveBeenCalledWith({ body: expect.objectContaining({ source: 'trade fair' }) })
})

test.each(['a\nb', 'x'.repeat(101)])('a source that is no line of text keeps nobody from going on', async (source) => {
  writeCookie('source', source)
  const saveUserInfo = show()

  await save()

  expect(saveUserInfo).toHaveBeenCalledWith({ body: { userType: 'carrier', trucksAmount: 1, loadboards: ['dat-one'] } })
})

test('[3.9] [3.10] [4.10] another business type has other boards: the chosen ones are cleared, and the form says so', async () => {
  const saveUserInfo = show()
  expect(named()).toEqual(['DAT One', 'Truckstop', 'Loadlink New', 'Sylectus', 'Loadlink'])

  await userEvent.click(screen.getByRole('checkbox', { name: 'Truckstop' }))
  await userEvent.click(screen.getByRole('radio', { name: /Broker/ }))

  expect(named()).toEqual(['DAT One', 'Loadlink New', 'Truckstop'])
  expect(chosen()).toEqual([])
  expect(screen.getByRole('status').textContent).toContain('Your load boards were cleared')
  expect(screen.queryByRole('textbox', { name: 'Trucks' })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Loadlink New' }))
  await save()
  expect(saveUserInfo).toHaveBeenCalledWith({
    body: { userType: 'broker', trucksAmount: 1, loadboards: ['loadlink-new'] },
  })
})

test.each(['0', '10001', ''])('%j trucks are not taken, and the form says what is', async (trucks) => {
  const saveUserInfo = show()
  const field = screen.getByRole('textbox', { name: 'Trucks' })

  await userEvent.clear(field)
  if (trucks) await userEvent.type(field, trucks)
  await save()

  expect(screen.getByText('Enter 1 to 10,000 trucks')).toBeTruthy()
  expect(saveUserInfo).not.toHaveBeenCalled()
})

test('the trucks go up and down by one, between 1 and 10,000', async () => {
  const saveUserInfo = show()

  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Fewer trucks' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'More trucks' }))
  await userEvent.click(screen.getByRole('button', { name: 'More trucks' }))
  await userEvent.click(screen.getByRole('button', { name: 'Fewer trucks' }))
  await save()

  expect(saveUserInfo).toHaveBeenCalledWith({ body: expect.objectContaining({ trucksAmount: 2 }) })
})

test('an answer that does not come keeps the dialog and what was chosen', async () => {
  show(vi.fn(() => Promise.reject(new Problem('unavailable', 'x'))))

  await userEvent.click(screen.getByRole('radio', { name: /Broker/ }))
  await save()

  expect((await screen.findByRole('alert')).textContent).toContain('Not saved')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Broker/ }).checked).toBe(true)
})
