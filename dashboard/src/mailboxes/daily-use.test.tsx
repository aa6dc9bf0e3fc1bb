import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { gmail, outlook, relay } from '../testing/email-fixtures.ts'
import { renderScreen, signInAs } from '../testing/render.tsx'
import { DailyUse } from './daily-use.tsx'

beforeEach(() => signInAs('Maria'))

test.each([
  ['gmail', { ...gmail, use: { service: 'gmail', sent: 312, cap: 400, isLearned: false } }, 'Today 312 of about 500'],
  ['near', { ...gmail, use: { service: 'gmail', sent: 320, cap: 400, isLearned: false } }, /^We stop at 400, so that/],
  [
    'full',
    { ...gmail, use: { service: 'gmail', sent: 400, cap: 400, isLearned: false } },
    /^Limit reached\. Emails from/,
  ],
  ['learned', { ...gmail, use: { service: 'gmail', sent: 9, cap: 90, isLearned: true } }, /^Gmail refused more emails/],
  ['learned', { ...gmail, use: { service: 'gmail', sent: 9, cap: 90, isLearned: true } }, 'Today 9 of 90'],
  [
    'tenant',
    { ...outlook, use: { service: 'onmicrosoft', sent: 9, cap: 80, isLearned: false } },
    /^Microsoft lets an onm/,
  ],
  ['bounces', { ...gmail, bounceShare: 0.05 }, /^5\.0% of its emails bounced/],
  ['relay', relay, /^Recipients compare the sender's domain/],
] as const)('[D12.7] [D12.8] a mailbox says what it sent today and what to do: %s', async (_what, shown, text) => {
  renderScreen(<DailyUse mailbox={shown} />, {})

  expect(await screen.findByText(text)).toBeTruthy()
})
