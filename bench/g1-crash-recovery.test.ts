import { expect, test } from 'vitest'
import { killNine } from './g1-crash-recovery.ts'

test('[K03] kill -9 of the API, the database or both, ten times: nothing that was acknowledged is lost', async () => {
  const { acknowledged, lost, failedOpens, halfTransactions } = await killNine(10)

  expect({ lost, failedOpens, halfTransactions }).toEqual({ lost: 0, failedOpens: 0, halfTransactions: 0 })
  expect(acknowledged).toBeGreaterThan(20)
}, 200_000)

test('the same harness catches a product that says "saved" too early', async () => {
  const { lost } = await killNine(5, { acksAfterCommit: false })

  expect(lost).toBeGreaterThan(0)
}, 100_000)
