import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../testing/render.tsx'
import { PrivacyScreen } from './privacy-screen.tsx'

test('the privacy policy says how app passwords are stored, until when, and how to delete them', async () => {
  renderScreen(<PrivacyScreen />, {})

  const text = (await screen.findByRole('heading', { name: 'Your mailbox' })).parentElement?.textContent
  expect(text).toContain('store, encrypted, ')
  expect(text).toContain('the app password of your SMTP server')
  expect(text).toContain('until you disconnect the mailbox on the Email page, which deletes it at once')
  expect(screen.getByRole('heading', { name: "What we don't store" }).parentElement?.textContent).not.toContain('SMTP')
})

test('[R06] the privacy policy names the Google permissions and keeps to limited use', async () => {
  renderScreen(<PrivacyScreen />, {})

  const text = (await screen.findByRole('heading', { name: 'Information from Google' })).parentElement?.textContent
  expect(text).toContain('(https://www.googleapis.com/auth/gmail.send) alone')
  expect(text).toContain('adheres to the Google API Services User Data Policy, including the Limited Use requirements')
})
