import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { brand } from '../contract/src/brand.ts'
import { apis } from '../contract/src/client.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(root, path)))
const sources = tracked.filter((path) => /\.(ts|tsx|mjs)$/.test(path))

test('every path that a document names is there', () => {
  const missing = tracked
    .filter((path) => path.endsWith('.md'))
    .flatMap((document) =>
      pathsIn(read(document))
        .filter(
          (path) =>
            ![join(root, path), join(root, dirname(document), path)].some((place) => existsSync(normalize(place))),
        )
        .map((path) => `${document}: ${path}`),
    )

  expect(missing).toEqual([])
})

/** Links to files, and code spans that look like a path of this repository. */
function pathsIn(text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, path = '']) => path)
  const spans = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path)
  return [
    ...links,
    ...spans.filter(
      (path) =>
        /^(contract|server|dashboard|extension|e2e|bench|scripts|docs|\.ci)\//.test(path) && !path.includes('/dist'),
    ),
  ]
}

test('every feature that answers calls is in the hall', () => {
  const hall = read('server/src/app.ts')

  for (const path of tracked.filter((path) => path.endsWith('.routes.ts')))
    expect(hall).toContain(`from './${path.replace('server/src/', '')}'`)
})

test('every contract with endpoints is in the client', () => {
  const client = read('contract/src/client.ts')
  const withEndpoints = readdirSync(join(root, 'contract/src')).filter(
    (name) => name.endsWith('.ts') && /= defineApi\(\{/.test(read(`contract/src/${name}`)) && name !== 'endpoint.ts',
  )

  for (const name of withEndpoints) expect(client).toContain(`from './${name}'`)
  expect(Object.keys(apis)).toHaveLength(withEndpoints.length)
})

test('every board has its page', () => {
  const boards = readdirSync(join(root, 'extension/src/boards')).filter(
    (name) =>
      /^[a-z-]+\.ts$/.test(name) &&
      /matches:/.test(read(`extension/src/boards/${name}`)) &&
      /: Board =/.test(read(`extension/src/boards/${name}`)),
  )

  expect(boards.length).toBeGreaterThan(0)
  for (const name of boards)
    expect(existsSync(join(root, 'extension/src/boards/fixtures', name.replace('.ts', '.html')))).toBe(true)
})

test('the screens of one dashboard feature are its own: another may use its data and the parts that it offers', () => {
  const shared = ['ui', 'session', 'testing']
  const wrong = sources
    .filter(
      (path) =>
        path.startsWith('dashboard/src/') &&
        path.split('/').length > 3 &&
        !/\.test\.tsx?$|\/testing\/|\/shell\//.test(path),
    )
    .flatMap((path) => {
      const [, , room = ''] = path.split('/')
      return [...read(path).matchAll(/(?:from |import\()'\.\.\/([\w-]+)\/([\w.-]+)'/g)]
        .filter(
          ([, other = '', file = '']) =>
            ![...shared, room].includes(other) && !/\.(data\.ts|parts\.tsx)$/.test(file) && !shared.includes(room),
        )
        .map(([statement]) => `${path}: ${statement}`)
    })

  expect(wrong).toEqual([])
})

test('[D1.1] the product’s name, addresses and links stand in the brand file, and nowhere else that a user sees', () => {
  const shown = tracked.filter(
    (path) =>
      /^(dashboard|extension|server\/src\/(accounts|demo|emails|home|mailboxes|me|product-emails|sign-in|stand-ins|team|templates))\//.test(
        path,
      ) &&
      /\.(tsx?|html|js)$/.test(path) &&
      !/\.test\.|\/testing\//.test(path),
  )
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

  expect(shown.length).toBeGreaterThan(100)
  expect(
    shown.filter((path) => /LoadPing|@loadping\.example|['"`]\/legal\//.test(withoutComments(read(path)))),
  ).toEqual([])
  expect(brand).toMatchObject({
    name: 'LoadPing',
    links: { chromeStore: '/extension', checkUpdate: '/extension', terms: '/legal/terms', privacy: '/legal/privacy' },
  })
})

test('a todo has its day, and the day is not over', () => {
  const today = new Date().toISOString().slice(0, 10)
  const late = sources
    .filter((path) => path !== 'scripts/structure.test.ts')
    .flatMap((path) =>
      [...read(path).matchAll(/TODO(?: \[(\d{4}-\d\d-\d\d)\])?/g)]
        .filter(([, day]) => !day || day < today)
        .map(() => path),
    )

  expect(late).toEqual([])
})

test('nothing is named after a drawer', () => {
  expect(
    tracked.filter(
      (path) =>
        /(^|\/)(utils?|helpers?|lib|common|misc|shared|core|manager|base|index)(\.|\/)/.test(path) &&
        !/index\.html$|\/base\.css$/.test(path),
    ),
  ).toEqual([])
})

test('everything that the product needs is in the repository: nothing leads out of it', () => {
  const outside = [
    ...sources,
    ...tracked.filter((path) => /\.(css|html|json)$/.test(path) && !/^(package-lock|biome)\.json$/.test(path)),
  ].filter((path) => {
    const depth = path.split('/').length - 1
    return [...read(path).matchAll(/['"]((?:\.\.\/)+)[\w.-]/g)].some(([, up = '']) => up.length / 3 > depth)
  })

  expect(outside).toEqual([])
})
