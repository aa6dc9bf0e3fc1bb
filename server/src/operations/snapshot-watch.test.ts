import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createObserved } from '../observed.ts'
import { lookAtSnapshots } from './snapshot-watch.service.ts'

test('[K15] a snapshot that is held for ten minutes is told once, as is the next', async () => {
  const told: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void told.push(JSON.parse(line).minutes) })
  const observed = createObserved(new Date())
  const toldAt = async (seconds: number) => {
    await lookAtSnapshots({ observed, log }, async () => seconds)
    expect(observed.oldestSnapshotSeconds).toBe(seconds)
    return told.length
  }

  expect(await toldAt(0)).toBe(0)
  expect(await toldAt(599)).toBe(0)
  expect(await toldAt(600)).toBe(1)
  expect(await toldAt(900)).toBe(1)
  expect(await toldAt(3)).toBe(1)
  expect(await toldAt(700)).toBe(2)
  expect(told).toEqual([10, 11])
})
