import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'dashboard/src'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(root, path)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** All code but the tests. */
const sources = files.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))

test('no folder of the dashboard holds more than forty files', () => {
  const counts = new Map<string, number>()
  for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)

  expect([...counts].filter(([, count]) => count > 40)).toEqual([])
})

test('only query-client.ts says which queries a change makes stale', () => {
  const elsewhere = sources.filter((path) => /\.(invalidate|reset)Queries\(/.test(read(path)))

  expect(elsewhere).toEqual(['dashboard/src/query-client.ts'])
})

test('a typed text is kept on the device by device-drafts.ts only', () => {
  const writers = sources.filter((path) => /loadping\.draft\./.test(read(path)))

  expect(writers).toEqual(['dashboard/src/session/device-drafts.ts'])
})

test.each([
  ['a sorted column', /aria-sort=/, ['dashboard/src/ui/list/column-head.tsx']],
  ['the bar for selected rows', /aria-label="Clear the selection"/, ['dashboard/src/ui/list/bulk-bar.tsx']],
  ['a search without results', /\bNo results\b/, ['dashboard/src/ui/list/no-results.tsx']],
  [
    'a search field',
    /type="search"/,
    // The palette's also moves the mark in what it finds.
    ['dashboard/src/palette/palette-dialog.tsx', 'dashboard/src/ui/list/search-field.tsx'],
  ],
  ['which rows are selected', /useState<(Readonly)?Set</, ['dashboard/src/ui/list/use-selection.ts']],
  ['an undo in a toast', /label: 'Undo'/, ['dashboard/src/use-undoable-change.ts']],
  ['one task after the other', /: Promise<unknown> = Promise\.resolve\(\)/, ['dashboard/src/serial-queue.ts']],
  [
    'a list page by page',
    /\buse\w*InfiniteQuery\b/,
    // The list of loads shows the rows before while others load, and so does not suspend.
    ['dashboard/src/loads/loads.data.ts', 'dashboard/src/use-paged-query.ts'],
  ],
])('%s is written once', (_part, pattern, where) => {
  expect(sources.filter((path) => pattern.test(read(path))).sort()).toEqual(where)
})
