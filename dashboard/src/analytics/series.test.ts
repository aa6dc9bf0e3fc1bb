import { expect, test } from 'vitest'
import { ticksFor } from '../ui/chart-axis.tsx'
import { chartByType, chartByUser, shortNames } from './series.ts'

const id = (index: number) => `7d9c7a0e-54a5-4a57-9e0e-00000000000${index}`
const counts = (emailSent: number, phoneCall = 0) => ({ emailSent, phoneCall, totalInquiries: emailSent + phoneCall })
const ids = Array.from({ length: 9 }, (_, index) => id(index))
const graph = (users: number) => ({
  days: [
    {
      date: '2026-11-20',
      users: Object.fromEntries(ids.slice(0, users).map((user, index) => [user, counts(10 - index)])),
    },
    { date: '2026-11-21', users: { [id(1)]: counts(0, 5) } },
  ],
  old: { days: [{ date: '2026-11-18', users: { [id(1)]: counts(2) } }] },
})

test('the user with the most contacts comes first, and each bar has both totals', () => {
  const { series, bars } = chartByUser(graph(2), new Map([[id(0), 'Maria']]))

  expect(series.map(({ name, color }) => [name, color])).toEqual([
    ['Former user', 'var(--chart-1)'],
    ['Maria', 'var(--chart-2)'],
  ])
  expect(bars).toEqual([
    { date: '2026-11-20', counts: [9, 10], total: 19, oldTotal: 2 },
    { date: '2026-11-21', counts: [5, 0], total: 5, oldTotal: undefined },
  ])
})

test('seven users have a color each; of more, the first six do and all others share one', () => {
  expect(chartByUser(graph(7), new Map()).series).toHaveLength(7)

  const { series, bars } = chartByUser(graph(9), new Map())

  expect(series).toHaveLength(7)
  expect(series.at(-1)).toEqual({ id: 'others', name: 'Others', color: 'var(--chart-7)' })
  expect(bars[0]).toMatchObject({ counts: [9, 10, 8, 7, 6, 5, 4 + 3 + 2], total: 54 })
})

test('the chart of types has emails and calls', () => {
  expect(chartByType(graph(2)).bars.map(({ counts: parts }) => parts)).toEqual([
    [19, 0],
    [0, 5],
  ])
})

test.each([
  [0, [0, 1, 2, 3, 4]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6, 8]],
  [58, [0, 15, 30, 45, 60]],
  [61, [0, 20, 40, 60, 80]],
  [1_234, [0, 400, 800, 1_200, 1_600]],
])('up to %i the axis has five whole numbers', (largest, ticks) => {
  expect(ticksFor(largest)).toEqual(ticks)
})

test('first names are enough unless two users share one', () => {
  const person = (index: number, name: string) => ({
    userId: id(index),
    name,
    email: 'x@redbud.example',
    isFormer: false,
  })

  expect([
    ...shortNames([person(0, 'Maria Delgado'), person(1, 'Owen Park'), person(2, 'Owen Reed')]).values(),
  ]).toEqual(['Maria', 'Owen Park', 'Owen Reed'])
})
