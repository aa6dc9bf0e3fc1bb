import { writeSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatFaults, tryWorkerFaults } from './worker-faults.ts'

test('[G2] five faults of a worker lose no email, send none twice and leave few unknown', {
  timeout: 600_000,
}, async () => {
  const results = await tryWorkerFaults({ faultMs: 2_000 })
  writeSync(1, `${formatFaults(results)}\n`) // the console of a test that passes is not shown

  expect(results.map(({ fault, passed }) => ({ fault, passed }))).toEqual(
    ['kill', 'pause', 'partition', 'slow database', 'clock'].map((fault) => ({ fault, passed: true })),
  )
  // Of 20 seconds, and as many again for a busy machine; a lease of 90 seconds takes longer.
  expect(results.filter(({ latestSeconds }) => latestSeconds > 40)).toEqual([])
})

test('[G2] the same harness catches workers that resend what a fault interrupted', { timeout: 600_000 }, async () => {
  let unnoticed = ['kill', 'pause', 'partition']
  // A fault does not always meet an email between its arrival and the note of it.
  for (let tries = 0; tries < 5 && unnoticed.length > 0; tries++) {
    const results = await tryWorkerFaults({ which: unnoticed, resendsInterrupted: true })
    expect(results.map(({ lost }) => lost)).toEqual(unnoticed.map(() => 0))
    unnoticed = results.filter(({ twice }) => twice === 0).map(({ fault }) => fault)
  }

  expect(unnoticed).toEqual([])
})
