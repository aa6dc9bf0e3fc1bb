import { expect, test } from 'vitest'
import { boards } from '../boards/boards.ts'
import { boardHealthCard } from './board-health-card.ts'

test('a board of which nothing was read yet is on, and does not count 0 of 0 fields as good', () => {
  const [board] = boards
  if (!board) throw new Error('no board')
  const health = { board: board.id, fields: [], missing: [], blindSince: null, seenAt: '2026-11-23T18:00:00Z' }

  expect(boardHealthCard({ board, health, isConfirmed: true, canPaste: true }).textContent).toBe('DDAT OneOn')
})

test.each([true, false])('[D11.5] a board that cannot be read tells carriers alone to paste loads: %s', (canPaste) => {
  const [tried, untried] = [boards.find(({ isUntried }) => !isUntried), boards.find(({ isUntried }) => isUntried)]
  if (!tried || !untried) throw new Error('no board')
  const [blindSince, seenAt] = ['2026-11-23T18:00:00Z', '2026-11-23T18:02:00Z']
  const health = { board: tried.id, fields: [], missing: [], blindSince, seenAt }

  const blind = boardHealthCard({ board: tried, health, isConfirmed: true, canPaste })
  const unconfirmed = boardHealthCard({ board: untried, health: undefined, isConfirmed: false, canPaste })

  expect(blind.textContent).toContain('No load could be read since')
  expect(unconfirmed.textContent).toContain('check one load')
  for (const { textContent } of [blind, unconfirmed]) expect(/paste/i.test(textContent)).toBe(canPaste)
})
