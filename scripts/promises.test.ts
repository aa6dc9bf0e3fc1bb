import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listTestTitles } from './test-titles.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(root, path)))

/** An id in a test title: a section with a number after a dot, or a letter with a number. */
const id = /(?:D?\d{1,2}\.\d{1,2}|[A-Z]\d{1,2})/.source

const promised = [...read('docs/promises.md').matchAll(/^- \*\*(\S+)\*\* /gm)].map(([, name = '']) => name)
const titled = tracked
  .filter((path) => /\.(test|e2e)\.tsx?$/.test(path))
  .flatMap((path) => [...read(path).matchAll(new RegExp(`['"\`]((?:\\[${id}\\] ?)+)`, 'g'))])
  .flatMap(([, ids = '']) => ids.match(new RegExp(id, 'g')) ?? [])

test('every id in a test title has its line in docs/promises.md, and every line has a test', () => {
  const promisedIds = new Set(promised)
  const titledIds = new Set(titled)

  expect(titledIds.size).toBeGreaterThan(200)
  expect(promised).toHaveLength(promisedIds.size)
  expect([...titledIds].filter((name) => !promisedIds.has(name))).toEqual([])
  expect([...promisedIds].filter((name) => !titledIds.has(name))).toEqual([])
})

test('a title has at most three ids and, after them, 90 characters', () => {
  const ids = new RegExp(`^(?:\\[${id}\\] ?)*`)
  const titles = tracked
    .filter((path) => /\.(test|e2e)\.tsx?$/.test(path))
    .flatMap((path) => listTestTitles(path, read(path)).map((title) => ({ path, ...title })))
  const isLong = (text: string) => {
    const [named = ''] = ids.exec(text) ?? []
    return named.split('[').length > 4 || text.length - named.length > 90
  }

  expect(titles.length).toBeGreaterThan(2_000)
  expect(titles.filter(({ text }) => isLong(text)).map(({ path, line }) => `${path}:${line}`)).toEqual([])
})

test('titles are found in each kind of test', () => {
  const source = "test('one', run)\ntest.concurrent.each(rows)(`two`, run)\nother('no', run)\ntest(name, run)"

  expect(listTestTitles('x.test.ts', source)).toEqual([
    { text: 'one', line: 1 },
    { text: 'two', line: 2 },
  ])
})

test('comments and documents name no ids', () => {
  const mentions = tracked
    .filter((path) => /\.(tsx?|mjs|css|html|sql|sh|md)$/.test(path) && path !== 'docs/promises.md')
    .flatMap((path) => proseIn(path).flatMap((text) => idsIn(text).map((name) => `${path}: ${name}`)))

  expect(mentions).toEqual([])
})

/** The comments of a source, or the whole text of a document. */
function proseIn(path: string): string[] {
  const text = read(path)
  if (path.endsWith('.md')) return [text.replace(/^```[\s\S]*?^```/gm, '')]
  if (path.endsWith('.sql')) return text.match(/--.*$/gm) ?? []
  if (path.endsWith('.sh')) return text.match(/^\s*#.*$/gm) ?? []
  if (path.endsWith('.html')) return text.match(/<!--[\s\S]*?-->/g) ?? []
  return text.match(/(?<![^\s{(])\/\*[\s\S]*?\*\/|(?<![^\s;,{(])\/\/ .*$/gm) ?? []
}

/** Bare section numbers count only in brackets, because versions look the same. */
const idsIn = (text: string): string[] =>
  text.match(/\bD\d{1,2}\.\d{1,2}\b|\b[A-Z]\d{2}\b|\bG\d{1,2}\b|[[(]\d\.\d{1,2}[\]),]/g) ?? []
