import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listTestTitles } from './test-titles.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const page = read('docs/asvs.md')
/** The numbers of the standard with their levels. */
const levels = read('scripts/asvs-levels.txt')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

const states = ['met', 'not applicable', 'deviation'] as const
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number = '', level = '', what = '', state = '', reason = '']) => ({ number, level, what, state, reason }),
)
const shownBy = (text: string) =>
  [...text.matchAll(/`([^`\s]+\/[^`\s]+|[A-Z]+\.md)` “([^”]+)”/g)].map(([, path = '', part = '']) => ({ path, part }))
const countOf = (level: string, state: string) =>
  rows.filter((row) => row.level === level && row.state === state).length

const texts = new Map<string, string[]>()
/** Returns the titles of a test's file, or the text of any other. */
function textsOf(path: string): string[] {
  const known = texts.get(path) ?? (/\.(test|e2e)\.tsx?$/.test(path) ? titlesOf(path) : [read(path)])
  texts.set(path, known)
  return known
}
const titlesOf = (path: string) => listTestTitles(path, read(path)).map(({ text }) => text.replaceAll("\\'", "'"))

test('each requirement of levels 1 and 2 stands once, with its level and a state', () => {
  expect(rows.map(({ number, level }) => `${number} ${level}`)).toEqual(levels.map((line) => line.join(' ')))
  expect(rows.filter(({ state }) => !states.some((known) => known === state))).toEqual([])
  expect(new Set(rows.map(({ number }) => number)).size).toBe(253)
})

test('what is met names a test or a document that has what is named', () => {
  const missing = rows
    .flatMap(({ number, reason }) => shownBy(reason).map((shown) => ({ number, ...shown })))
    .filter(
      ({ path, part }) =>
        !existsSync(join(import.meta.dirname, '..', path)) || !textsOf(path).some((text) => text.includes(part)),
    )

  expect(missing).toEqual([])
  expect(rows.filter(({ state, reason }) => state === 'met' && shownBy(reason).length === 0)).toEqual([])
  expect(rows.filter(({ state, reason }) => state !== 'met' && !/[.]( |$)/.test(reason))).toEqual([])
})

test('the figures of the page are those of its rows, and enough is met', () => {
  for (const level of ['1', '2']) {
    const figures = [levels.filter(([, one]) => one === level).length, ...states.map((state) => countOf(level, state))]
    expect(page).toContain(`| ${level} | ${figures.join(' | ')} |`)
  }
  expect(rows.filter(({ level, state }) => level === '1' && state === 'deviation').map(({ number }) => number)).toEqual(
    [
      '3.3.1', // the cookie's name is promised
      '14.2.1', // and so is the parameter of the refresh
    ],
  )
  expect(countOf('2', 'met') + countOf('2', 'not applicable')).toBeGreaterThanOrEqual(170)
})

test('each setting that names another machine is among the connections', () => {
  const settings = [
    ...read('docs/operations/settings.md').matchAll(
      /^\| `(\w+(?:_URL|_HOST|_DSN|_ISSUER|_PORT|_CLIENT_ID|_API_KEY))` /gm,
    ),
  ]
  const [, connections = ''] = read('docs/operations/install.md').split('## Connections')
  const named = connections.slice(0, connections.indexOf('\n## '))
  const ofOne = ['BASE_URL', 'SECOND_API_URL', 'REFERENCE_URL', 'ANALYTICS_URL', 'OPENID_CLIENT_ID'] // named by another row

  expect(settings.length).toBeGreaterThan(15)
  expect(
    settings.map(([, name = '']) => name).filter((name) => !ofOne.includes(name) && !named.includes(`\`${name}\``)),
  ).toEqual([])
})
