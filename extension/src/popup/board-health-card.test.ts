import { expect, test } from 'vitest'
import { boards } from '../boards/boards.ts'
import { boardHealthCard } from './board-health-card.ts'

test('a board of which nothing was read yet is on, and does not count 0 of 0 fields as good', () => {
  const [board] = boards
  if (!board) throw new Error('no board')
  const health = { board: board.id, fields: [], missing: [], blindSince: null, seenAt: '2026-11-23T18:00:00Z' }

  expect(boardHealthCard({ board, health, isConfirmed: true }).textContent).toBe('DDAT OneOn')
})
