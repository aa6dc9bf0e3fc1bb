import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = ['docs/operations.md', ...globSync('docs/operations/*.md', { cwd: root })]
const blocks = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^ *```(\S.*)$/gm)].map(([, kind = '']) => `${page}: ${kind}`),
)

test("each block of an operator's page says whether tests run its commands", () => {
  const kinds = ['sh values', 'sh run', 'sh run any-exit', 'sh tried', 'sh untried']
  const isKnown = (block: string) => kinds.includes(block.slice(block.indexOf(': ') + 2))

  expect(blocks.filter((block) => !isKnown(block))).toEqual([])
  expect(blocks.filter((block) => block.includes(': sh run')).length).toBeGreaterThan(20)
})

test('the page Install names the version of its release', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const named = readFileSync(join(root, 'docs/operations/install.md'), 'utf8').match(/loadping-\d+\.\d+\.\d+/g)

  expect(new Set(named)).toEqual(new Set([`loadping-${version}`]))
})
