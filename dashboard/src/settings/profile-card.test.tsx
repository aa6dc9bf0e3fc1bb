import { Problem } from '@loadping/contract/wire/problem'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { emptyProfile, fakeProfile } from '../testing/profile-fixtures.ts'
import { renderScreen } from '../testing/render.tsx'
import { ProfileCard } from './profile-card.tsx'

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

test('a save sends only what changed, and confirms it', async () => {
  const fake = fakeProfile({ ...emptyProfile, company: 'Redbud Carriers', mc: '123456' })
  renderScreen(
    <Suspense>
      <ProfileCard />
    </Suspense>,
    fake,
  )

  expect((await field('MC number')).value).toBe('123456')
  await userEvent.type(await field('Phone'), '(555) 010-0142')
  await userEvent.clear(await field('MC number'))
  await userEvent.type(await field('Signature'), 'Maria{Enter}Redbud')
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))

  expect(await screen.findByText('Profile saved')).toBeTruthy()
  expect(fake.account.saveProfile).toHaveBeenCalledExactlyOnceWith({
    body: { phone: '(555) 010-0142', mc: '', signature: 'Maria\nRedbud' },
  })
})

test('an invalid value is refused at its field, and what was typed stays', async () => {
  const fake = fakeProfile()
  renderScreen(
    <Suspense>
      <ProfileCard />
    </Suspense>,
    fake,
  )

  await userEvent.type(await field('MC number'), 'MC 12')
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))

  expect((await screen.findByRole('alert')).textContent).toBe('Enter the 4 to 8 digits of your MC number')
  expect((await field('MC number')).value).toBe('MC 12')
  expect(fake.account.saveProfile).not.toHaveBeenCalled()
})

test('a failed save keeps what was typed', async () => {
  const fake = {
    account: { ...fakeProfile().account, saveProfile: () => Promise.reject(new Problem('unavailable', 'x')) },
  }
  renderScreen(
    <Suspense>
      <ProfileCard />
    </Suspense>,
    fake,
  )

  await userEvent.type(await field('Company'), 'Redbud')
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))

  expect(await screen.findByRole('alert')).toBeTruthy()
  expect((await field('Company')).value).toBe('Redbud')
})
