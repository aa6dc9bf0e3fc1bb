import type { UserInfo } from '@loadping/contract/account/account'
import { Problem } from '@loadping/contract/wire/problem'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { useUserInfo } from '../account/account.data.ts'
import { writeCookie } from '../session/cookies.ts'
import { loggedOut } from '../session/session.ts'
import { emptyProfile, fakeProfile } from '../testing/profile-fixtures.ts'
import { carrier, maria, renderScreen } from '../testing/render.tsx'
import { OnboardingDialog } from './onboarding-dialog.tsx'

const newcomer: UserInfo = { ...carrier, userType: null, loadboards: [] }

async function show(saveUserInfo = vi.fn(async (_input: { body: unknown }) => carrier)) {
  const steps = { onStep: () => {}, onFinish: () => {} }
  renderScreen(<OnboardingDialog userInfo={newcomer} step={0} {...steps} />, {
    account: { getMe: async () => maria, saveUserInfo },
  })
  await screen.findByRole('button', { name: 'Next' })
  return saveUserInfo
}

const boards = () =>
  within(screen.getByRole('group', { name: /Load boards/ })).getAllByRole<HTMLInputElement>('checkbox')
const named = () => boards().map((board) => board.closest('label')?.textContent?.slice(1))
const chosen = () =>
  boards()
    .filter(({ checked }) => checked)
    .map((board) => board.name)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Next' }))

afterEach(() => writeCookie('source', '', { days: -1 }))

test('[1.4] [3.2] [4.10] a new user starts as a carrier with one truck and DAT One', async () => {
  const saveUserInfo = await show()

  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Carrier/ }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Trucks' }).value).toBe('1')
  expect(chosen()).toEqual(['dat-one'])
  await save()

  expect(saveUserInfo).toHaveBeenCalledExactlyOnceWith({
    body: { userType: 'carrier', trucksAmount: 1, loadboards: ['dat-one'] },
  })
})

test('[9.2] the defaults are 10 emails, 1 trial day, verified, USER, carrier, 1 truck and DAT One', async () => {
  const saveUserInfo = await show()
  await save()

  expect(loggedOut).toMatchObject({ emails: 10, trialDays: 1, accountVerified: true, role: 'USER' })
  expect(saveUserInfo).toHaveBeenCalledWith({ body: { userType: 'carrier', trucksAmount: 1, loadboards: ['dat-one'] } })
})

test('[3.2] the source comes from the source cookie', async () => {
  writeCookie('source', 'trade fair')
  const saveUserInfo = await show()

  await save()

  expect(saveUserInfo).toHaveBeenCalledWith({ body: expect.objectContaining({ source: 'trade fair' }) })
})

test.each(['a\nb', 'x'.repeat(101)])('an invalid source does not block the onboarding', async (source) => {
  writeCookie('source', source)
  const saveUserInfo = await show()

  await save()

  expect(saveUserInfo).toHaveBeenCalledWith({ body: { userType: 'carrier', trucksAmount: 1, loadboards: ['dat-one'] } })
})

test('[3.9] [3.10] [4.10] changing the business type clears the boards and says so', async () => {
  const saveUserInfo = await show()
  expect(named()).toEqual(['DAT One', 'Truckstop', 'Loadlink New Not checked', 'Sylectus', 'Loadlink Not checked'])

  await userEvent.click(screen.getByRole('checkbox', { name: 'Truckstop' }))
  await userEvent.click(screen.getByRole('radio', { name: /Broker/ }))

  expect(named()).toEqual(['DAT One', 'Loadlink New Not checked', 'Truckstop'])
  expect(chosen()).toEqual([])
  expect(screen.getByRole('status').textContent).toContain('We cleared your load boards')
  expect(screen.queryByRole('textbox', { name: 'Trucks' })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Loadlink New Not checked' }))
  expect(screen.getByText('On Loadlink New, check one load to start.')).toBeTruthy()
  await save()
  expect(saveUserInfo).toHaveBeenCalledWith({
    body: { userType: 'broker', trucksAmount: 1, loadboards: ['loadlink-new'] },
  })
})

test.each(['0', '10001', '', '1.5', '-3', '1e3', 'two'])(
  '[D9.1] %j trucks are rejected with the allowed range',
  async (trucks) => {
    const saveUserInfo = await show()
    const field = screen.getByRole('textbox', { name: 'Trucks' })

    await userEvent.clear(field)
    if (trucks) await userEvent.type(field, trucks)
    await save()

    expect(screen.getByText('Enter a whole number of trucks, 1 to 10,000')).toBeTruthy()
    expect(saveUserInfo).not.toHaveBeenCalled()
  },
)

test('the truck buttons step by one, between 1 and 10,000', async () => {
  const saveUserInfo = await show()

  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Fewer trucks' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'More trucks' }))
  await userEvent.click(screen.getByRole('button', { name: 'More trucks' }))
  await userEvent.click(screen.getByRole('button', { name: 'Fewer trucks' }))
  await save()

  expect(saveUserInfo).toHaveBeenCalledWith({ body: expect.objectContaining({ trucksAmount: 2 }) })
})

test('[D12.17] a refused business type shows the message of the server', async () => {
  const text = 'You can change your business type once in 30 days, again from Tue, Dec 22, 2:41 PM (New York time).'
  await show(vi.fn(() => Promise.reject(new Problem('not-allowed', text))))

  await userEvent.click(screen.getByRole('radio', { name: /Broker/ }))
  await save()

  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

test('a failed save keeps the dialog and its values', async () => {
  await show(vi.fn(() => Promise.reject(new Problem('unavailable', 'x'))))

  await userEvent.click(screen.getByRole('radio', { name: /Broker/ }))
  await save()

  expect((await screen.findByRole('alert')).textContent).toContain('Not saved')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Broker/ }).checked).toBe(true)
})

/** A server whose answers two devices share. */
function shareServer() {
  let info: UserInfo = newcomer
  const { account } = fakeProfile()
  const keepAnswers = vi.fn(async ({ body }: { body: object }) => {
    info = { ...info, ...body }
    return info
  })
  const saveUserInfo = vi.fn(async (_input: { body: unknown }) => carrier)
  const open = () => {
    function Step() {
      const { data } = useUserInfo()
      return data ? <OnboardingDialog userInfo={data} step={0} onStep={() => {}} onFinish={() => {}} /> : null
    }
    return renderScreen(<Step />, {
      account: { ...account, getMe: async () => maria, getUserInfo: async () => info, keepAnswers, saveUserInfo },
    })
  }
  const answer = (body: Partial<UserInfo>) => {
    info = { ...info, ...body }
  }
  return { open, answer, keepAnswers, saveUserInfo, ...account }
}

const trucks = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Trucks' })

test('each answer of the first step is on the server before Next, and shows on another device', async () => {
  const server = shareServer()
  server.open()
  await userEvent.click(await screen.findByRole('button', { name: 'More trucks' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Truckstop' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^MC number/ }), '123456')
  await userEvent.type(screen.getByRole('textbox', { name: /^Company/ }), 'Redbud')
  await waitFor(async () => expect(await server.getProfile()).toMatchObject({ mc: '123456', company: 'Redbud' }))
  await waitFor(() =>
    expect(localStorage.length === 0 || !/Redbud|Truckstop/.test(JSON.stringify(localStorage))).toBe(true),
  )
  expect(server.saveUserInfo).not.toHaveBeenCalled()
  cleanup()
  localStorage.clear()
  server.open()

  expect((await trucks()).value).toBe('2')
  await waitFor(() => expect(chosen()).toEqual(['dat-one', 'truckstop']))
  const company = screen.getByRole<HTMLInputElement>('textbox', { name: /^Company/ })
  await waitFor(() => expect(company.value).toBe('Redbud'))
})

test('what another tab answered shows when this one is looked at, and Next keeps it', async () => {
  const server = shareServer()
  server.open()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Truckstop' }))
  await waitFor(() =>
    expect(server.keepAnswers).toHaveBeenCalledExactlyOnceWith({ body: { loadboards: ['dat-one', 'truckstop'] } }),
  )
  server.answer({ trucksAmount: 7 })
  window.dispatchEvent(new Event('visibilitychange'))

  await waitFor(async () => expect((await trucks()).value).toBe('7'))
  await save()
  expect(server.saveUserInfo).toHaveBeenCalledExactlyOnceWith({
    body: { userType: 'carrier', trucksAmount: 7, loadboards: ['dat-one', 'truckstop'] },
  })
})

test('an answer that the server writes otherwise is sent once, and stays as it was typed', async () => {
  const server = shareServer()
  server.saveProfile.mockResolvedValue({ ...emptyProfile, mc: '123456' })
  server.open()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^MC number/ })
  await userEvent.click(field)
  await userEvent.paste('MC 123456')
  await waitFor(() => expect(server.saveProfile).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 1_500)) // time enough for a second one

  expect(server.saveProfile).toHaveBeenCalledOnce()
  expect(field.value).toBe('MC 123456')
})

test('a text that is not finished is kept on this device only', async () => {
  const server = shareServer()
  server.open()
  await userEvent.type(await screen.findByRole('textbox', { name: /^MC number/ }), '12')
  await userEvent.click(screen.getByRole('button', { name: 'More trucks' }))
  await waitFor(() => expect(server.keepAnswers).toHaveBeenCalledExactlyOnceWith({ body: { trucksAmount: 2 } }))
  cleanup()
  server.open()

  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^MC number/ })).value).toBe('12')
  expect(server.saveProfile).not.toHaveBeenCalled()
})
