import { expect, test } from 'vitest'
import { allowanceTone, entitlementsOf, trialDaysLeft } from './plans.ts'

const createdAt = new Date('2026-11-01T12:00:00Z')
const after = (days: number, seconds = 0) => new Date(createdAt.getTime() + days * 86_400_000 + seconds * 1000)

test.each([
  [after(0), 14],
  [after(1, -1), 14],
  [after(1), 13],
  [after(13, 86_399), 1],
  [after(14), 0],
])('[4.12] at %s there are %i days left', (now, left) => {
  expect(trialDaysLeft({ createdAt, trialDays: 14 }, now)).toBe(left)
})

test('[D8.5] a trial becomes FREE by itself, and keeps its allowance of e-mails', () => {
  expect(entitlementsOf({ createdAt, userType: 'carrier' }, after(13))).toMatchObject({ billingPlan: 'TRIAL', limitEmails: 50, limitTempl: null })
  expect(entitlementsOf({ createdAt, userType: null }, after(14))).toMatchObject({ billingPlan: 'FREE', limitEmails: 50, limitTempl: 5 })
})

test('brokers have no plan and are not metered', () => {
  for (const now of [after(0), after(100)]) {
    expect(entitlementsOf({ createdAt, userType: 'broker' }, now)).toEqual({ billingPlan: 'FREE', features: [], limitEmails: null, limitTempl: null })
  }
})

test.each([
  [50, 'accent'],
  [21, 'accent'],
  [20, 'warning'],
  [1, 'warning'],
  [0, 'danger'],
])('[9.3] with %i e-mails left the tone is %s', (left, tone) => expect(allowanceTone(left)).toBe(tone))
