import { expect, test } from 'vitest'
import { boards } from '../boards/boards.ts'
import { boardHealthCard } from './board-health-card.ts'
import { boardList } from './board-list.ts'

test('a board of which nothing was read yet is on, and does not count 0 of 0 fields as good', () => {
  const [board] = boards
  if (!board) throw new Error('no board')
  const health = { board: board.id, fields: [], missing: [], blindSince: null, seenAt: '2026-11-23T18:00:00Z' }

  expect(boardHealthCard({ board, health, isConfirmed: true, canPaste: true }).textContent).toBe('DDAT OneOn')
})

test.each([true, false])('[D11.5] a board that cannot be read tells carriers alone to paste loads: %s', (canPaste) => {
  const tried = boards.find(({ isUntried }) => !isUntried)
  const untried = boards.find(({ isUntried }) => isUntried)
  if (!tried || !untried) throw new Error('no board')
  const blindSince = '2026-11-23T18:00:00Z'
  const seenAt = '2026-11-23T18:02:00Z'
  const health = { board: tried.id, fields: [], missing: [], blindSince, seenAt }

  const blind = boardHealthCard({ board: tried, health, isConfirmed: true, canPaste })
  const unconfirmed = boardHealthCard({ board: untried, health: undefined, isConfirmed: false, canPaste })

  expect(blind.textContent).toContain('No load could be read since')
  expect(unconfirmed.textContent).toContain('check one load')
  for (const { textContent } of [blind, unconfirmed]) expect(/paste/i.test(textContent)).toBe(canPaste)
})

test('[D11.7] the list tells the health of boards that need no card, and its head if all is read', () => {
  const [one, other] = boards.filter(({ isUntried }) => !isUntried)
  if (!one || !other) throw new Error('no board')
  const fields = ['origin' as const, 'dest' as const]
  const viewOf = (board: typeof one, missing: [] | [{ field: 'dest'; since: string }]) => {
    const health = { board: board.id, fields, missing, blindSince: null, seenAt: '2026-11-23T18:00:00Z' }
    return { board, health, isConfirmed: true, canPaste: true, isOn: true }
  }
  const textOf = (...views: ReturnType<typeof viewOf>[]) => boardList(views, () => {}).textContent
  const healthy = viewOf(one, [])
  const lacking = viewOf(other, [{ field: 'dest', since: '2026-11-23T17:00:00Z' }])

  expect(textOf(healthy)).toMatch(/1 on, all fields.*DAT One2 of 2 fieldsTurn off/)
  expect(textOf(healthy, lacking)).toMatch(/2 on(?!,).*2 of 2 fields/)
  expect(textOf(healthy, lacking)).not.toContain('1 of 2 fields')
})
