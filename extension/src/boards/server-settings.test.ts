import { BoardSettings } from '@loadping/contract/boards/board-settings'
import { afterEach, expect, test, vi } from 'vitest'
import { openDemoBoard, showRow } from '../testing/field-recall.ts'
import { boards } from './boards.ts'
import { boardWith, definitions } from './readers.ts'

const now = new Date('2026-11-20T20:00:00.000Z')
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
afterEach(() => void vi.unstubAllGlobals())

/** Returns numbers from 0 to 1 that the seed repeats. */
function randomOf(state: number): () => number {
  let last = state
  return () => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0
    return last / 2 ** 32
  }
}
const random = randomOf(seed)
const below = (limit: number) => Math.floor(random() * limit)
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)] as T // of a list that is not empty

const pieces = [
  'a',
  'div',
  '*',
  '.row',
  '#id',
  '[href]',
  '[onclick="run()"]',
  ':has(*)',
  ':not(',
  ')',
  ' > ',
  ', ',
  '"',
  "'",
  '\\',
  '<script>run()</script>',
  'javascript:run()',
  '$',
  '{run()}',
  '`',
  '{{run}}',
  '__proto__',
  'constructor',
  "Function('run()')()",
  '\u0000',
  '\u2028',
]
const text = () => Array.from({ length: 1 + below(6) }, () => oneOf(pieces)).join('')

/** A value as JSON may bring it, some of them with the names that the settings have. */
function anything(depth: number): unknown {
  const simple = [text(), below(1_000), true, false, null, '', 'dat-one']
  if (depth === 0 || random() < 0.3) return oneOf(simple)
  if (random() < 0.4) return Array.from({ length: below(4) }, () => anything(depth - 1))
  const names = ['version', 'boards', 'id', 'isOn', 'controls', 'selectors', 'email', 'rate', '__proto__', text()]
  return Object.fromEntries(Array.from({ length: below(5) }, () => [oneOf(names), anything(depth - 1)]))
}

const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]

test('[X02] of what a server sends for boards only switches and short texts are taken', () => {
  let taken = 0
  for (let round = 0; round < 3_000; round++) {
    const board = { id: oneOf(boards).id, isOn: oneOf([true, anything(1)]), selectors: anything(2), more: anything(1) }
    const sent = JSON.parse(JSON.stringify(random() < 0.5 ? anything(4) : { version: 1, boards: [board] }))
    const { success, data } = BoardSettings.safeParse(sent)
    if (!success) continue
    taken += 1
    for (const { id, isOn, controls, selectors, ...rest } of data.boards) {
      expect(Object.keys(rest), `SEED=${seed}`).toEqual([])
      expect(boards.map((each) => each.id)).toContain(id)
      expect([isOn, ...leavesOf(controls)].every((value) => typeof value === 'boolean')).toBe(true)
      for (const [name, selector] of Object.entries(selectors)) {
        expect(name.length).toBeLessThanOrEqual(40)
        expect(typeof selector === 'string' && selector.length <= 200).toBe(true)
      }
    }
  }
  expect(taken).toBeGreaterThan(50)
})

test('[X02] whatever selectors a server sends, they are looked up and never run', async () => {
  const run = vi.fn()
  vi.stubGlobal('run', run)
  vi.stubGlobal('eval', run)
  for (const { id, selectors } of definitions) {
    const { layout, freight } = await openDemoBoard(id)
    const posting = freight.posting()
    const shown = layout.row(posting)
    showRow(shown)
    shown.after(layout.details(posting))
    const before = document.documentElement.outerHTML
    for (let round = 0; round < 40; round++) {
      const replaced = Object.fromEntries(
        Object.keys(selectors).flatMap((name) => (random() < 0.3 ? [[name, random() < 0.5 ? text() : 'div']] : [])),
      )
      if (random() < 0.2) replaced[text()] = text()
      const board = boardWith({ id, selectors: replaced })
      for (const row of board.rows(document).slice(0, 3)) board.readLoad(row, now)
    }
    expect(document.documentElement.outerHTML === before, `${id}, SEED=${seed}`).toBe(true)
  }
  expect(run, `SEED=${seed}`).not.toHaveBeenCalled()
}, 120_000)
