import { expect, test } from 'vitest'
import { describeDailyUse } from './daily-use.ts'

test.each([
  [15, 'accent'],
  [16, 'warning'],
  [20, 'danger'],
] as const)('[D13.15] %i of 20 of a daily limit are %s', (sent, level) => {
  const use = { service: 'relay', sent, cap: 20, isLearned: false } as const

  expect(describeDailyUse({ kind: 'relay', address: 'maria@redbud.example', use })).toEqual({
    limit: "Up to 20 a day by LoadPing's relay",
    used: `${sent} of 20 today`,
    level,
  })
})
