import { expect, test } from 'vitest'
import { type FaultResult, formatFaults, tryWorkerFaults } from './worker-faults.ts'

test('[G2] five faults of a worker lose no email and send none twice', {
  timeout: 600_000,
}, async () => {
  const results = await tryWorkerFaults({ faultMs: 2_000 })
  console.log(formatFaults(results))

  expect(results.map(({ fault, passed }) => ({ fault, passed }))).toEqual(
    ['kill', 'pause', 'partition', 'slow database', 'clock'].map((fault) => ({ fault, passed: true })),
  )
  // Of 20 seconds, and as many again for a busy machine; a lease of 90 seconds takes longer.
  expect(results.filter(({ latestSeconds }) => latestSeconds > 40)).toEqual([])
})

test('[G2] the same harness catches workers that resend what a kill interrupted', { timeout: 600_000 }, async () => {
  // A kill does not always meet an email between its arrival and the note of it.
  const results: FaultResult[] = []
  while (results.length < 5 && results.every(({ passed }) => passed))
    results.push(...(await tryWorkerFaults({ which: ['kill'], resendsInterrupted: true })))

  expect(results.at(-1)).toMatchObject({ passed: false, lost: 0 })
})
