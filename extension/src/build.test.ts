// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folders = { first: mkdtempSync(join(tmpdir(), 'extension-')), second: mkdtempSync(join(tmpdir(), 'extension-')) }
const build = (folder: string, zone: string) =>
  execFileSync(process.execPath, [join(import.meta.dirname, '../build.ts'), folder], {
    env: { ...process.env, LOADPING_ORIGIN: 'https://app.loadping.example', TZ: zone },
  })
const zipOf = (folder: string) => readFileSync(join(folder, 'dist/loadping-chrome.zip'))
const textOf = (file: Uint8Array | undefined) => new TextDecoder().decode(file)

beforeAll(() => {
  build(folders.first, 'America/New_York')
  build(folders.second, 'Asia/Tokyo')
}, 60_000)

afterAll(() => {
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true })
})

test('two builds of the same source give the same zip, byte for byte', () => {
  expect(zipOf(folders.first).equals(zipOf(folders.second))).toBe(true)
})

test('[X02] the zip contains all its code, evaluates no text and exposes nothing to pages', () => {
  const files = unzipSync(zipOf(folders.first))
  const manifest = JSON.parse(textOf(files['manifest.json']))
  const code = Object.entries(files).filter(([name]) => name.endsWith('.js'))

  expect(code.map(([name]) => name).sort()).toEqual([
    'background.js',
    'confirm.js',
    'dashboard-bridge.js',
    'load-board.js',
    'popup.js',
  ])
  for (const [, script] of code)
    expect(textOf(script)).not.toMatch(
      /\beval\s*\(|new Function|\bimport\s*\(|importScripts|https?:\/\/(?!www\.w3\.org)[^'"`\s]*\.js/,
    )
  expect(textOf(files['popup.html'])).not.toMatch(/https?:|<script>|\son\w+=/)
  expect(manifest.content_security_policy.extension_pages).toContain("default-src 'none'; script-src 'self';")
  expect(manifest).not.toHaveProperty('web_accessible_resources')
})

test('[X04] pages can reach the extension only through its own scripts', () => {
  const files = unzipSync(zipOf(folders.first))

  expect(JSON.parse(textOf(files['manifest.json']))).not.toHaveProperty('externally_connectable')
  expect(textOf(files['background.js'])).not.toMatch(/onMessageExternal|onConnectExternal/)
})

test("each board's demo page is built with only its script and style", () => {
  expect(readdirSync(join(folders.first, 'dist-demo')).sort()).toEqual(['dat-one.css', 'dat-one.html', 'dat-one.js'])
})
