import { expect, test } from 'vitest'
import { goalSize } from '../server/src/testing/goal-size.ts'
import { killWhileTakingBack } from './take-back-kills.ts'

const kills = goalSize({ full: 200, tenth: 3, quick: 1 })
test(`[D13.31] ${kills} kills while a truck's asks are taken back leave one withdrawal of each`, async () => {
  const { asks, withdrawnOnce, duplicates } = await killWhileTakingBack(kills)
  expect({ asks, withdrawnOnce, duplicates }).toEqual({ asks: kills * 6, withdrawnOnce: kills * 6, duplicates: 0 })
}, 2_400_000)
