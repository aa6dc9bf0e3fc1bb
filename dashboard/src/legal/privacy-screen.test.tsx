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
