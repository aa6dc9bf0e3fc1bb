import { expect, test } from 'vitest'
import { formatCount } from './counts.ts'
import { formatDate, formatFullDate, formatTime } from './instants.ts'
import { formatDollars } from './money.ts'
import { formatDay } from './new-york-days.ts'

test('[D13.8] dates, times, numbers and money are written as in the United States', () => {
  const at = new Date('2026-11-05T19:41:00Z')

  expect([formatDate(at), formatFullDate(at), formatTime(at)]).toEqual(['Thu, Nov 5, 2026', 'Nov 5, 2026', '2:41 PM'])
  expect([formatDay('2026-11-05'), formatCount(44_000), formatDollars(231_500)]).toEqual([
    'Thu, Nov 5',
    '44,000',
    '$2,315',
  ])
})
