import { expect, test } from 'vitest'
import type { BoardCounts, BoardHealth } from './board-health.ts'
import { isBlind, nextHealth } from './judge-board-health.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 14, minute))
const counts = (more: Partial<BoardCounts> = {}): BoardCounts => ({
  board: 'dat-one',
  rows: 40,
  loads: 40,
  fields: { origin: 40, dest: 40, reference: 12 },
  ...more,
})
const without = (loads: number) => counts({ rows: loads, loads, fields: { origin: loads, dest: loads, reference: 0 } })

const after = (...steps: [minute: number, BoardCounts][]): BoardHealth | undefined =>
  steps.reduce<BoardHealth | undefined>((before, [minute, next]) => nextHealth(next, before, at(minute)), undefined)

test('[D11.5] a board on which every field is found is whole', () => {
  expect(after([40, counts()])).toEqual({
    board: 'dat-one',
    fields: ['origin', 'dest', 'reference'],
    missing: [],
    blindSince: null,
    seenAt: at(40).toISOString(),
  })
})

test('[D11.5] a field that no load has any more is missing since its first absence', () => {
  const health = after([38, counts()], [40, without(40)], [45, without(30)])

  expect(health).toMatchObject({ missing: [{ field: 'reference', since: at(40).toISOString() }] })
})

test('[D11.5] too few loads change nothing that is known about a field', () => {
  expect(after([39, counts()], [40, without(9)])?.missing).toEqual([])
  expect(after([39, counts()], [40, without(10)], [41, without(2)])?.missing).toHaveLength(1)
  expect(after([39, counts()], [40, without(10)], [41, counts()])?.missing).toEqual([])
})

test('[D11.5] a field that was never found is not expected of the board', () => {
  expect(after([40, without(40)])).toMatchObject({ fields: ['origin', 'dest'], missing: [] })
})

test('[D11.5] a board is blind after a minute without a readable row, until the next load is read', () => {
  const blind = counts({ loads: 0, fields: { origin: 0, dest: 0, reference: 0 } })
  const loading = after([39, counts()], [40, blind])
  const changed = after([39, counts()], [40, blind], [41, blind])

  expect([loading && isBlind(loading), changed && isBlind(changed)]).toEqual([false, true])
  expect(changed).toMatchObject({
    fields: ['origin', 'dest', 'reference'],
    missing: [],
    blindSince: at(40).toISOString(),
  })
  expect(after([40, blind], [41, blind], [42, counts()])).toMatchObject({ blindSince: null })
})

test('[D11.5] a page that names loads but has no row is blind after a minute, unless it was left', () => {
  const rowless = counts({ rows: 0, loads: 0, fields: {}, places: 6 })
  const changed = after([39, counts()], [40, rowless], [41, rowless])
  const left = after([40, rowless], [50, rowless])
  const other = after([40, { ...rowless, places: 5 }], [41, { ...rowless, places: 5 }])

  expect([changed, left, other].map((health) => health && isBlind(health))).toEqual([true, false, false])
  expect(changed).toMatchObject({ fields: ['origin', 'dest', 'reference'], blindSince: at(40).toISOString() })
})

test('[D11.5] an empty result list does not make a board blind', () => {
  const empty = counts({ rows: 0, loads: 0, fields: { origin: 0, dest: 0, reference: 0 } })

  expect(after([40, empty], [50, empty])).toMatchObject({ missing: [], blindSince: null })
})
