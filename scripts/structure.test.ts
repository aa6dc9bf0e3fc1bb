import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { brand } from '../contract/src/brand.ts'
import { apis } from '../contract/src/client.ts'
import { describeCycle, filesOfOneWorkspace, isDataFile, readImportGraph } from './import-graph.ts'
import { findPackedLiterals } from './packed-literals.ts'

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

test('no cleanup is registered inside a function, where Vitest ignores it when a hook calls it', () => {
  const inner = tracked
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => /^[ \t]+after(All|Each)\(/m.test(read(path)))

  expect(inner).toEqual([])
})

test('[K10] CI runs server tests with statements of their own again, on an installed PostgreSQL', () => {
  expect(read('.ci/run')).toMatch(
    /^STATEMENTS_ONLY=1 TEST_DATABASE_URL="postgres:.+ \\\n +within \d+ vitest run --project server /m,
  )
})

test('no test navigates inside act, where React 19 may render three suspended boundaries forever', () => {
  const inside = tracked
    .filter((path) => /\.test\.tsx$/.test(path))
    .filter((path) => /await act\(\(\) => [\w.]+\.navigate\(/.test(read(path)))

  expect(inside).toEqual([])
})

test('every path in a document exists', () => {
  const missing = tracked
    .filter((path) => path.endsWith('.md'))
    .flatMap((document) =>
      pathsIn(read(document))
        .filter(
          (path) =>
            ![join(root, path), join(root, dirname(document), path)].some((path) => existsSync(normalize(path))),
        )
        .map((path) => `${document}: ${path}`),
    )

  expect(missing).toEqual([])
})

/** Lists links to files, and code spans that look like a path in this repository. */
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

test('app.ts mounts every routes file', () => {
  const app = read('server/src/app.ts')

  for (const path of tracked.filter((path) => path.endsWith('.routes.ts')))
    expect(app).toContain(`from './${path.replace('server/src/', '')}'`)
})

test('the client has every contract with endpoints', () => {
  const client = read('contract/src/client.ts')
  const withEndpoints = tracked.filter(
    (path) => /^contract\/src\/.+(?<!\.test)\.ts$/.test(path) && /= defineApi\(\{/.test(read(path)),
  )

  for (const path of withEndpoints) expect(client).toContain(`from '${path.replace('contract/src/', './')}'`)
  expect(Object.keys(apis)).toHaveLength(withEndpoints.length)
})

test('every board has a fixture page', () => {
  const boards = readdirSync(join(root, 'extension/src/boards')).filter(
    (name) => /^[a-z-]+\.ts$/.test(name) && /: BoardDefinition</.test(read(`extension/src/boards/${name}`)),
  )

  expect(boards.length).toBeGreaterThan(0)
  for (const name of boards)
    expect(existsSync(join(root, 'extension/src/boards/fixtures', name.replace('.ts', '.html')))).toBe(true)
})

/** Files directly in `src` that compose a workspace, by name; in no graph of imports. */
const entryPoints = {
  contract: /^client\.ts$/,
  server: /^(app|choose-integrations|job-kinds|main|product)\.ts$/,
  dashboard: /^(main|router)\.tsx$/,
  extension: /^[\w-]+\.content\.ts$/,
}
const graphOf = (workspace: keyof typeof entryPoints) =>
  readImportGraph(workspace, { paths: tracked, read }, entryPoints[workspace])

test.each(['contract', 'server', 'dashboard', 'extension'] as const)(
  'the folders and root files of %s import each other without a cycle',
  (workspace) => {
    const graph = graphOf(workspace)

    expect(graph.size).toBeGreaterThan(3)
    expect(describeCycle(graph)).toBeUndefined()
  },
)

test('a cycle is named with its path and files', () => {
  const files = {
    'server/src/team/team.service.ts': "import { a } from '../emails/a.ts'",
    'server/src/emails/a.ts': "import type { B } from '../jobs/b.ts'",
    'server/src/jobs/b.ts': "export * from '../team/team.service.ts'",
    'server/src/jobs/b.test.ts': "import { c } from '../home/c.ts'",
    'server/src/home/c.ts': "import { a } from '../emails/a.ts'",
  }
  const graph = graphOfFiles(files)

  expect(describeCycle(graph)).toBe(`team → emails → jobs → team
  server/src/team/team.service.ts imports server/src/emails/a.ts
  server/src/emails/a.ts imports server/src/jobs/b.ts
  server/src/jobs/b.ts imports server/src/team/team.service.ts`)
  graph.get('jobs')?.delete('team')
  expect(describeCycle(graph)).toBeUndefined()
})

test('a root file is part of a cycle, an entry point is not', () => {
  const files = {
    'server/src/context.ts': "import type { Db } from './db/db.ts'",
    'server/src/db/db.ts': "import type { Config } from '../config.ts'",
    'server/src/config.ts': "import type { Limits } from './context.ts'",
    'server/src/app.ts': "import { config } from './config.ts'",
    'server/src/jobs/worker.ts': "import { app } from '../app.ts'",
  }
  const graph = graphOfFiles(files)

  expect([...graph.keys()]).toEqual(['context.ts', 'db', 'config.ts', 'jobs'])
  expect(describeCycle(graph)).toMatch(/^context\.ts → db → config\.ts → context\.ts\n/)
})

test("a feature's tables and reads are part of db, so db may compose them", () => {
  const files = {
    'server/src/db/tables.ts': "import type { TeamTables } from '../team/team.tables.ts'",
    'server/src/team/team.tables.ts': "import type { Generated } from 'kysely'",
    'server/src/team/team.reads.ts': "import type { Db } from '../db/db.ts'",
    'server/src/team/team.store.ts': "import type { Tables } from '../db/tables.ts'",
  }
  const graph = graphOfFiles(files)

  expect(graph).toEqual(
    new Map([
      ['db', new Map()],
      ['team', new Map([['db', ['server/src/team/team.store.ts imports server/src/db/tables.ts']]])],
    ]),
  )
  expect(describeCycle(graph)).toBeUndefined()
})

const graphOfFiles = (files: Record<string, string>) =>
  readImportGraph('server', { paths: Object.keys(files), read: (path) => files[path] ?? '' }, entryPoints.server)

test('tables import only types of kysely and the contract, and reads besides them only db', () => {
  const importsOf = (path: string) =>
    [...read(path).matchAll(/from '([^']+)'/g)].map(([, from = '']) => ({ path, from }))
  const imports = tracked.filter((path) => path.startsWith('server/src/') && isDataFile(path)).flatMap(importsOf)
  const isAllowed = ({ path, from }: (typeof imports)[number]) =>
    /^(kysely$|@loadping\/contract\/)/.test(from) ||
    (path.endsWith('.reads.ts') && (from.startsWith('../db/') || isDataFile(from)))

  expect(imports.length).toBeGreaterThan(20)
  expect(imports.filter((one) => !isAllowed(one))).toEqual([])
})

test('reads select, and execute nothing', () => {
  const reads = tracked.filter((path) => path.endsWith('.reads.ts'))

  expect(reads.length).toBeGreaterThan(10)
  expect(reads.filter((path) => /\basync\b|\.execute|compileOnce|readTogether/.test(read(path)))).toEqual([])
})

test('two workspaces or more use each file of the contract', () => {
  expect(filesOfOneWorkspace({ paths: tracked, read })).toEqual([])
})

test('a contract file that only one workspace uses, through another file or not, is named', () => {
  const files: Record<string, string> = {
    'contract/src/loads/loads.ts': '',
    'contract/src/loads/columns.ts': '',
    'contract/src/loads/table.ts': "import { a } from './columns.ts'",
    'server/src/loads/loads.store.ts': "import { a } from '@loadping/contract/loads/loads'",
    'server/src/loads/loads.test.ts': "import { a } from '@loadping/contract/loads/table'",
    'dashboard/src/loads/loads.tsx':
      "import { a } from '@loadping/contract/loads/loads'\nimport { b } from '@loadping/contract/loads/table'",
  }

  expect(filesOfOneWorkspace({ paths: Object.keys(files), read: (path) => files[path] ?? '' })).toEqual([
    'contract/src/loads/columns.ts',
    'contract/src/loads/table.ts',
  ])
})

test('money, counts, dates and ages are formatted in one folder', () => {
  const formatting = /\.toLocale(String|DateString|TimeString)\(|new Intl\.(DateTimeFormat|NumberFormat)|\.toFixed\(2\)/
  const elsewhere = sources.filter(
    (path) =>
      /^(contract|server|dashboard|extension)\/src\//.test(path) &&
      !/\.test\.tsx?$|\/testing\//.test(path) &&
      !path.startsWith('contract/src/format/') &&
      formatting.test(read(path)),
  )

  expect(elsewhere).toEqual([])
})

test('no folder of the contract holds more than forty files', () => {
  const counts = new Map<string, number>()
  for (const path of tracked.filter((path) => path.startsWith('contract/src/')))
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)

  expect([...counts].filter(([, count]) => count > 40)).toEqual([])
})

/** The server's layers, lowest first. A folder or root file imports from lower layers and, without a cycle, its own. */
const serverLayers = [
  [
    'jwt.ts',
    'keys.ts',
    'loopback.ts',
    'network.ts',
    'page-cursor.ts',
    'period.ts',
    'setting-values.ts',
    'settings.ts',
    'startup-error.ts',
    'window-counts.ts',
    'turns.ts',
    'admission.ts',
    'limit-settings.ts',
    'host-settings.ts',
    'retention-settings.ts',
    'observed.ts',
  ],
  ['db', 'integrations'],
  ['config.ts', 'context.ts', 'log.ts'],
  ['backups', 'copies', 'http', 'jobs', 'key-ring', 'kill-switches', 'oauth', 'security-events.ts'],
  ['accounts', 'billing', 'idempotency', 'live', 'product-emails', 'relay', 'sessions', 'suppression'],
  ['team'],
  [
    'analytics',
    'emails',
    'fuel',
    'mailboxes',
    'map',
    'offers',
    'places',
    'snippets',
    'telemetry',
    'templates',
    'trucks',
  ],
  ['loads'],
  [
    'account-deletion',
    'account-export',
    'bounces',
    'delivery',
    'extension',
    'home',
    'notifications',
    'inquiries',
    'installation',
    'key-rotation',
    'me',
    'operations',
    'practice',
    'sign-in',
    'truck-board',
  ],
  ['demo', 'stand-ins'],
]

test("the server's folders and root files import only from their own and lower layers", () => {
  const graph = graphOf('server')
  const layerOf = (folder: string) => serverLayers.findIndex((layer) => layer.includes(folder))
  const upward = [...graph].flatMap(([folder, imports]) =>
    [...imports].filter(([imported]) => layerOf(imported) > layerOf(folder)).flatMap(([, files]) => files),
  )

  expect([...graph.keys()].sort()).toEqual(serverLayers.flat().sort()) // a new folder gets its layer above
  expect(upward).toEqual([])
})

/** The extension's folders and root files, lowest first. Each imports only from those before it. */
const extensionOrder = [
  'stored-value.ts',
  'message.ts',
  'dashboard-pages.ts',
  'boards',
  'ledger',
  'session',
  'outbox',
  'places',
  'inquiries',
  'row-memory',
  'board-state',
  'page',
  'controls',
  'confirm',
  'readability',
  'rows',
  'access',
  'notice',
  'popup',
  'ledger-page',
  'manifest.ts',
  'background',
]

test("the extension's folders import only from those before them", () => {
  const graph = graphOf('extension')
  const upward = [...graph].flatMap(([folder, imports]) =>
    [...imports]
      .filter(([imported]) => extensionOrder.indexOf(imported) > extensionOrder.indexOf(folder))
      .flatMap(([, files]) => files),
  )

  expect([...graph.keys()].sort()).toEqual(extensionOrder.toSorted()) // a new folder gets its place above
  expect(upward).toEqual([])
})

test('no folder of the server imports a file that puts the product together', () => {
  const composing = /from '\.\.\/(app|choose-integrations|job-kinds|main|product)\.ts'/
  const wrong = sources.filter(
    (path) =>
      /^server\/src\/[\w-]+\//.test(path) && !/\.test\.ts$|\/testing\//.test(path) && composing.test(read(path)),
  )

  expect(wrong).toEqual([])
})

test("[D1.1] the product's name, addresses and links are written in the brand file only", () => {
  const shown = tracked.filter(
    (path) =>
      /^(dashboard|extension|server\/src\/(account-deletion|accounts|delivery|demo|emails|home|inquiries|mailboxes|me|product-emails|sign-in|stand-ins|team|templates))\//.test(
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
    links: { otherBrowsers: '/extension', checkUpdate: '/extension', terms: '/legal/terms', privacy: '/legal/privacy' },
  })
})

test('every TODO has a date that has not passed', () => {
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

test('no file has a vague name', () => {
  expect(
    tracked.filter(
      (path) =>
        /(^|\/)(utils?|helpers?|lib|common|misc|shared|core|manager|base|index)(\.|\/)/.test(path) &&
        !/index\.html$|\/base\.css$/.test(path),
    ),
  ).toEqual([])
})

test('no file refers to a path outside the repository', () => {
  const outside = [
    ...sources,
    ...tracked.filter((path) => /\.(css|html|json)$/.test(path) && !/^(package-lock|biome)\.json$/.test(path)),
  ].filter((path) => {
    const depth = path.split('/').length - 1
    return [...read(path).matchAll(/['"]((?:\.\.\/)+)[\w.-]/g)].some(([, up = '']) => up.length / 3 > depth)
  })

  expect(outside).toEqual([])
})

test('no source or test spreads a literal in a literal, or declares names by a list of values', () => {
  const packed = sources.flatMap((path) => findPackedLiterals(path, read(path)).map((line) => `${path}:${line}`))

  expect(packed).toEqual([])
})

test.each([
  ['an object in an object', 'f({\n  ...{ a, b },\n  c,\n})', [2]],
  ['an array in an array', "const kinds = [\n  ...['a', 'b'],\n]", [2]],
  ['with a type', "const kinds = [...(['a'] as const), ...(['b'] satisfies string[])]", [1, 1]],
  ['in an element', '<Row {...props} style={{ ...{ color }, width }} />', [1]],
  ['names by their values', 'let d\nconst [a, b] = [1, 2]', [2]],
  ['names by their values, with a type', 'const [a, b]: [number, string] = [\n  1,\n  text,\n] as const', [1]],
])('a packed literal is found: %s', (_kind, text, lines) => {
  expect(findPackedLiterals('a.tsx', text)).toEqual(lines)
})

test.each([
  '({ ...other, ...(isShown && { a }), ...(b ? { b } : {}) })',
  '[...list, ...(isShown ? [a] : []), ...[a, b].map(double)]',
  'const [first, ...rest] = [...names]; const [a, b] = pair; [c, d] = [d, c]',
  "const text = '[...[a]]' // { ...{ a } } const [a, b] = [1, 2]",
])('what is no packed literal is not found: %s', (text) => {
  expect(findPackedLiterals('a.tsx', text)).toEqual([])
})
