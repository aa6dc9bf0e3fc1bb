import { expect, test } from 'vitest'
import { goalSize, noteFigures } from '../server/src/testing/goal-size.ts'
import { measureCrashRecovery } from './g1-crash-recovery.ts'

const kills = Number(process.env['KILLS'] ?? goalSize({ full: 100, tenth: 10, quick: 4 }))
test(
  `[G1] [K03] ${kills} kills of the API, the database or both lose no acknowledged write`,
  async () => {
    const figures = await measureCrashRecovery(kills)
    noteFigures(figures)
    const { acknowledged, lost, failedOpens, partialTransactions } = figures

    expect({ lost, failedOpens, partialTransactions }).toEqual({ lost: 0, failedOpens: 0, partialTransactions: 0 })
    expect(acknowledged).toBeGreaterThanOrEqual(kills)
  },
  160_000 + kills * 20_000,
)

test('[G1] the same harness catches a server that acknowledges before it commits', async () => {
  const { lost } = await measureCrashRecovery(5, { acksAfterCommit: false })

  expect(lost).toBeGreaterThan(0)
}, 100_000)
