import { expect, test } from 'vitest'
import { allowanceLevel, entitlementsOf, inviteButtonMode, trialDaysLeft, trialLengthDays } from './plans.ts'

const createdAt = new Date('2026-11-01T12:00:00Z')
const after = (days: number, seconds = 0) => new Date(createdAt.getTime() + days * 86_400_000 + seconds * 1000)

test.each([
  [after(0), 14],
  [after(1, -1), 14],
  [after(1), 13],
  [after(13, 86_399), 1],
  [after(14), 0],
])('at %s there are %i days left', (now, left) => {
  expect(trialDaysLeft({ createdAt, trialDays: 14 }, now)).toBe(left)
})

test('[B09] days left are counted in full days around midnight and the changes of daylight saving', () => {
  const signUps = ['2026-03-08T04:59:59Z', '2026-03-08T05:00:00Z', '2026-10-31T23:59:59Z', '2026-11-01T05:59:59Z']
  for (const createdAt of signUps.map((time) => new Date(time))) {
    const left = (ms: number) => trialDaysLeft({ createdAt, trialDays: 14 }, new Date(createdAt.getTime() + ms))
    for (let day = 0; day <= 14; day++)
      expect([left(day * 86_400_000), left((day + 1) * 86_400_000 - 1)]).toEqual([14 - day, 14 - day])
  }
})

test('[B09] the days left never grow, and are never more than the trial has', () => {
  const hours = Array.from({ length: 24 * 20 }, (_, hour) => after(hour / 24 - 2))
  const left = hours.map((now) => trialDaysLeft({ createdAt, trialDays: 14 }, now))

  expect(left).toEqual(left.toSorted((one, other) => other - one))
  expect(left[0]).toBe(14)
})

test('[D13.4] an account without a trial is FREE, also by a clock that was set back', () => {
  const planAt = (now: Date) =>
    entitlementsOf({ createdAt, trialDays: 0, userType: 'carrier', plan: null }, now).billingPlan

  expect([after(-1), after(0), after(1)].map(planAt)).toEqual(['FREE', 'FREE', 'FREE'])
})

test('[9.4] the trial of a new user is 14 days, to the second', () => {
  const planAt = (now: Date) =>
    entitlementsOf({ createdAt, trialDays: 14, userType: 'carrier', plan: null }, now).billingPlan

  expect(trialLengthDays).toBe(14)
  expect([after(0), after(14, -1), after(14)].map(planAt)).toEqual(['TRIAL', 'TRIAL', 'FREE'])
})

test('[D8.5] an ended trial becomes FREE and keeps its email allowance', () => {
  expect(entitlementsOf({ createdAt, trialDays: 14, userType: 'carrier', plan: null }, after(13))).toMatchObject({
    billingPlan: 'TRIAL',
    limitEmails: 50,
    limitTempl: null,
  })
  expect(entitlementsOf({ createdAt, trialDays: 14, userType: null, plan: null }, after(14))).toMatchObject({
    billingPlan: 'FREE',
    limitEmails: 50,
    limitTempl: 5,
  })
})

test('paid plans have no limits, and only Business includes a team', () => {
  const unlimited = { limitEmails: null, limitTempl: null }
  expect(entitlementsOf({ createdAt, trialDays: 14, userType: 'carrier', plan: 'PRO' }, after(100))).toEqual({
    billingPlan: 'PRO',
    features: ['email'],
    ...unlimited,
  })
  expect(entitlementsOf({ createdAt, trialDays: 14, userType: null, plan: 'BUSINESS' }, after(1))).toEqual({
    billingPlan: 'BUSINESS',
    features: ['email', 'team-management'],
    ...unlimited,
  })
})

test.each([
  ['a carrier on trial or FREE', [], null, 'USER', 'carrier', 'upsell'],
  ['a PRO carrier', ['email'], null, 'USER', 'carrier', 'hidden'],
  ['a Business carrier without a team yet', ['email', 'team-management'], null, 'USER', 'carrier', 'invite'],
  ['a manager', ['email', 'team-management'], 'o', 'MANAGER', 'carrier', 'invite'],
  ['a manager whose team lost its plan', [], 'o', 'MANAGER', 'carrier', 'upsell'],
  ['a dispatcher on a team', ['email', 'team-management'], 'o', 'USER', 'carrier', 'hidden'],
  ['a broker', [], null, 'USER', 'broker', 'hidden'],
  ['a broker on a team', ['email', 'team-management'], 'o', 'MANAGER', 'broker', 'hidden'],
] as const)('[6.3] [D7.7] Invite Team Members for %s', (_who, features, organizationId, role, userType, mode) => {
  expect(inviteButtonMode({ features: [...features], organizationId, role }, userType)).toBe(mode)
})

test('[D13.29] a broker who was a carrier this New York month is metered to its end', () => {
  const userTypeChangedAt = new Date('2026-11-20T12:00:00Z')
  const limitAt = (now: string, plan: 'PRO' | null = null) =>
    entitlementsOf({ createdAt, trialDays: 14, userType: 'broker', plan, userTypeChangedAt }, new Date(now)).limitEmails

  expect(limitAt('2026-12-01T04:59:59Z')).toBe(50)
  expect(limitAt('2026-12-01T05:00:00Z')).toBeNull()
  expect(limitAt('2026-11-21T12:00:00Z', 'PRO')).toBeNull()
})

test('brokers have no plan and are not metered', () => {
  for (const now of [after(0), after(100)]) {
    expect(entitlementsOf({ createdAt, trialDays: 14, userType: 'broker', plan: 'BUSINESS' }, now)).toEqual({
      billingPlan: 'FREE',
      features: [],
      limitEmails: null,
      limitTempl: null,
    })
  }
})

test.each([
  [50, 'accent'],
  [21, 'accent'],
  [20, 'warning'],
  [1, 'warning'],
  [0, 'danger'],
])('[9.3] with %i emails left the level is %s', (left, level) => expect(allowanceLevel(left)).toBe(level))
