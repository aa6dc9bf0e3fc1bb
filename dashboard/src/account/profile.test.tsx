import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { emptyProfile, fakeProfile } from '../testing/profile-fixtures.ts'
import { renderScreen } from '../testing/render.tsx'
import { EditProfile, MissingProfileFields, MissingSenderName } from './profile.parts.tsx'

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

test('a template asks once for the profile values that it lacks', async () => {
  const fake = fakeProfile({ ...emptyProfile, phone: '(555) 010-0142' })
  renderScreen(
    <Suspense>
      <MissingProfileFields names={['mc', 'phone', 'ref', 'snippet:van', 'mc']} />
    </Suspense>,
    fake,
  )

  expect(await screen.findByText('Missing from your profile: MC Number.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add MC Number' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Complete your profile' }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await userEvent.type(dialog.getByRole('textbox', { name: 'MC number' }), 'MC-123456')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(screen.queryByText(/Missing from your profile/)).toBeNull())
  expect(fake.account.saveProfile).toHaveBeenCalledExactlyOnceWith({ body: { mc: '123456' } })
})

test('a closed question opens again with what was typed', async () => {
  renderScreen(
    <Suspense>
      <MissingProfileFields names={['mc']} />
    </Suspense>,
    fakeProfile(),
  )

  await userEvent.click(await screen.findByRole('button', { name: 'Add MC Number' }))
  await userEvent.type(await field('MC number'), '1234')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Add MC Number' }))

  expect((await field('MC number')).value).toBe('1234')
})

test('a user without a name is told so, and can fill in the whole profile', async () => {
  const fake = fakeProfile()
  renderScreen(
    <Suspense>
      <MissingSenderName />
      <EditProfile />
    </Suspense>,
    fake,
  )

  expect(await screen.findByText('Your profile has no name for recipients to see.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Edit profile' }))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' })).disabled).toBe(true)
  await userEvent.type(await field('Your name'), 'Dana Cole')
  await userEvent.type(await field('Signature'), 'Dana')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(screen.queryByText(/no name for recipients/)).toBeNull())
  expect(fake.account.saveProfile).toHaveBeenCalledExactlyOnceWith({ body: { name: 'Dana Cole', signature: 'Dana' } })
})

test('a user whose name contains an email address is told that recipients do not see it', async () => {
  renderScreen(
    <Suspense>
      <MissingSenderName />
    </Suspense>,
    fakeProfile({ ...emptyProfile, name: 'ceo@quillon.example' }),
  )

  expect(await screen.findByText("Recipients don't see your name, because it contains an email address.")).toBeTruthy()
})
