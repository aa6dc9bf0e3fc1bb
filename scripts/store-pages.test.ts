import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldWords } from '../extension/src/access/disclosure.ts'
import { definitions } from '../extension/src/boards/readers.ts'
import { storePages } from './store-pages.ts'

const root = join(import.meta.dirname, '..')
const pages = storePages()

test('[D12.15] the pages for the stores and boards are those that the disclosure gives', () => {
  const handwritten = ['README.md', 'checklist.md', 'reviewer-notes.md']
  const made = readdirSync(join(root, 'docs/stores')).filter((name) => !handwritten.includes(name))

  expect(made.sort()).toEqual([...pages.keys()].map((path) => path.replace('docs/stores/', '')).sort())
  for (const [path, text] of pages) expect(readFileSync(join(root, path), 'utf8'), path).toBe(text)
})

test('[D12.3] each board has a letter of one page that names what is read there', () => {
  expect(definitions.length).toBe(5)
  for (const { id, fields } of definitions) {
    const letter = pages.get(`docs/stores/letter-${id}.md`) ?? ''

    const missing = Object.entries(fieldWords).filter(
      ([field, word]) => fields.some((one) => one === field) && !letter.includes(word),
    )
    expect(missing, id).toEqual([])
    expect(letter.length, id).toBeLessThan(3_800) // letters, with room on a page
    expect(letter).toContain('Nothing is sold')
  }
})
