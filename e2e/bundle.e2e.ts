import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from './product.ts'

const dist = join(import.meta.dirname, '../dashboard/dist')
const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test("[W08] the built files contain no secret, no source map and no stand-in's path", async ({ product }) => {
  expect(files.length).toBeGreaterThan(10)
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), 'utf8')
    expect(name).not.toMatch(/\.map$|^\.env/)
    expect(text, name).not.toMatch(
      /sourceMappingURL=|\/dev\/(inbox|sign-in|oidc)|AUTH_SECRET|SMTP_URL|DATABASE_URL|-----BEGIN|client_secret/i,
    )
  }
  const responses = await Promise.all(
    ['/assets/index.js.map', '/.env', '/package.json', '/server/src/main.ts', '/.git/config'].map((path) =>
      fetch(product.address + path),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})

test('each text of the build has its compressed files beside it', () => {
  const names = new Set(files.map(({ parentPath, name }) => join(parentPath, name)))
  const texts = [...names].filter((name) => /\.(js|css|html|svg)$/.test(name))
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.flatMap((name) => [`${name}.br`, `${name}.gz`]).filter((name) => !names.has(name))).toEqual([])
})

/** What a page needs before it can show itself, in KiB of compressed script. */
const pages = [
  { page: '/sign-in', chunks: ['index', 'sign-in'], maxKb: 151 },
  { page: '/', chunks: ['index', 'shell', 'home-screen'], maxKb: 180 },
]

for (const { page, chunks, maxKb } of pages)
  test(`${page} starts with at most ${maxKb} KiB of script`, () => {
    const scripts = withImports(chunks.map(findChunk))
    const bytes = scripts.reduce((sum, name) => sum + gzipSync(readScript(name)).length, 0)

    expect(scripts.length).toBeGreaterThan(chunks.length)
    expect(bytes / 1024).toBeLessThanOrEqual(maxKb)
  })

for (const { page, chunks } of pages)
  test(`${page} tells the browser at once which scripts it starts with`, async ({ product }) => {
    const html = await (await fetch(product.address + page, { headers: { accept: 'text/html' } })).text()
    const named = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name]) => name)

    expect(named.toSorted()).toEqual(withImports(chunks.map(findChunk)).toSorted())
  })

const readScript = (name: string): string => readFileSync(join(dist, 'assets', name), 'utf8')

function findChunk(chunk: string): string {
  const found = files.filter(({ name }) => new RegExp(`^${chunk}-[\\w-]{7,8}\\.js$`).test(name))
  expect(found, chunk).toHaveLength(1)
  return found[0]?.name ?? ''
}

/** Lists scripts with all that they import statically. */
function withImports(scripts: string[]): string[] {
  const all = new Set(scripts)
  for (const name of all)
    for (const [, imported = ''] of readScript(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) all.add(imported)
  return [...all]
}
