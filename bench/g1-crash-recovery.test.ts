import { expect, test } from 'vitest'
import { killNine } from './g1-crash-recovery.ts'

test('[G1] [K03] ten kills of the API, the database or both lose no acknowledged write', async () => {
  const { acknowledged, lost, failedOpens, halfTransactions } = await killNine(10)

  expect({ lost, failedOpens, halfTransactions }).toEqual({ lost: 0, failedOpens: 0, halfTransactions: 0 })
  expect(acknowledged).toBeGreaterThan(20)
}, 200_000)

test('the same harness catches a server that acknowledges before it commits', async () => {
  const { lost } = await killNine(5, { acksAfterCommit: false })

  expect(lost).toBeGreaterThan(0)
}, 100_000)
