import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Files with colors that are not the product's. */
const foreignColors = [
  'dashboard/src/ui/provider-marks.tsx', // the providers' logos have the providers' colors
  'extension/src/boards/fixtures/', // the demo boards imitate the boards' pages
  'dashboard/src/freight-text/pasted-', // load numbers of pasted texts look like colors
  'extension/src/testing/', // what a browser computes for a part without a color
]

test('colors are written in contract/src/palette.ts only', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'dashboard', 'extension', 'server/src'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.(tsx?|css|html)$/.test(path) && !path.includes('.test.') && existsSync(join(root, path)))
    .filter((path) => !foreignColors.some((start) => path.startsWith(start)))
  const literals = files.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(colorLiteral)].map(([literal]) => `${path}: ${literal}`),
  )

  expect(files.length).toBeGreaterThan(200)
  expect(literals).toEqual([])
})

/** A hex color, but no HTML character reference such as `&#39;`, or a color function with numbers. */
const colorLiteral = /(?<![&\w])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])|\b(?:rgb|hsl|oklch)a?\(\s*\d[^)]*\)/gi
