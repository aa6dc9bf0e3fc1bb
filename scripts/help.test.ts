import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isPage } from '../contract/src/pages.ts'
import { helpGroups } from '../dashboard/src/help/help-groups.ts'
import { parseSpans, textsOf } from '../dashboard/src/help/help-text.ts'
import { helpPages } from '../dashboard/src/help/pages.ts'
import { helpTexts } from '../dashboard/src/help/texts.ts'

const root = join(import.meta.dirname, '..')
const parts = Object.values(helpTexts).flatMap((page) => page.parts)
const intros = Object.values(helpTexts).map(({ intro }) => intro)
const spansIn = (texts: string[]) => texts.flatMap(parseSpans)

test('every help page is listed once, and has its title and words for a search', () => {
  const listed = helpGroups.flatMap(({ names }) => names)

  expect(listed.toSorted()).toEqual(Object.keys(helpTexts).toSorted())
  expect(helpPages.map(({ path }) => path)).toEqual(Object.keys(helpTexts).map((name) => `/help/${name}`))
  expect(helpPages.filter(({ title, words }) => title === '' || words === '')).toEqual([])
})

test('[W13] words that no scene of the help shows are in the source of the product', () => {
  const named = parts
    .filter(({ scene }) => scene === undefined)
    .flatMap((part) => spansIn(textsOf(part)))
    .flatMap((span) => (span.kind === 'words' ? span.text : []))
  const sources = ['dashboard/src', 'extension/src', 'contract/src'].flatMap(sourcesIn).join('\n')

  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((words) => !isPrinted(words, sources))).toEqual([])
})

test('[W13] every link of the help leads to a page of the product, of the server, or outside', () => {
  const links = spansIn([...intros, ...parts.flatMap(textsOf)]).flatMap((span) =>
    span.kind === 'link' ? span.path : [],
  )
  const isServed = (path: string) => /^\/auth\/(dash-auth|outlook)\/administrator$/.test(path)

  expect(links.length).toBeGreaterThan(10)
  expect(
    links.filter((link) => !isPage(link.split('#')[0] ?? '') && !isServed(link) && !link.startsWith('https://')),
  ).toEqual([])
})

test('[W13] no mark-up is left in what a reader sees', () => {
  const texts = spansIn([...intros, ...parts.flatMap(textsOf)]).map(({ text }) => text)

  expect(texts.filter((text) => text.includes('**'))).toEqual([])
})

test('[W13] each picture that the help shows is there in light and dark, no other, and all are small', () => {
  const folder = join(root, 'dashboard/src/help/pictures')
  const files = ['dark', 'light'].flatMap((theme) => readdirSync(join(folder, theme)).map((file) => join(theme, file)))
  const shown = new Set(parts.flatMap(({ scene, picture }) => (scene && picture ? scene : [])))
  const expected = [...shown].flatMap((scene) => [`dark/${scene}`, `light/${scene}`])

  expect(shown.size).toBeGreaterThan(10)
  expect(files.map((file) => file.replace(/-\d+x\d+\.webp$/, '')).toSorted()).toEqual(expected.toSorted())
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  expect(bytes).toBeLessThan(600_000)
})

/** Whether a source has these words as a whole text. */
function isPrinted(words: string, sources: string): boolean {
  const isText = [`'${words}'`, `"${words}"`, `\`${words}\``, `>${words}<`].some((text) => sources.includes(text))
  return isText || sources.split('\n').some((line) => line.trim() === words)
}

/** The texts of all sources below a folder but the help and tests. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^help\/|(^|\/)testing\//.test(path))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'))
}
