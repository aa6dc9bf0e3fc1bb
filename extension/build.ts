import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brand, nameInstallation } from '@loadping/contract/brand'
import { ExtensionBrowser } from '@loadping/contract/extension/extension.api'
import { fillOpenValues, openValues } from '@loadping/contract/extension/extension-owner'
import { type ColorName, lightColor, systemColorSheet } from '@loadping/contract/palette'
import { type Zippable, zipSync } from 'fflate'
import { build, type Plugin } from 'vite'
import { manifest } from './src/manifest.ts'

const workspaceRoot = import.meta.dirname
/** Both results go to the folder named on the command line, by default this one. */
const target = process.argv[2] ?? workspaceRoot
/** Whose the unpacked extension and the packages for the stores are; the open zips leave it open. */
const owner = {
  origin: new URL(process.env['LOADPING_ORIGIN'] ?? 'http://127.0.0.1:8080').origin,
  name: process.env['PRODUCT_NAME'] ?? brand.name,
  firefoxId: process.env['EXTENSION_FIREFOX_ID'] ?? brand.firefoxId,
}
nameInstallation({ name: openValues.name })
const { version } = JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8'))

const entryPoints = [
  { from: 'src/background/background.ts', to: 'background.js', format: 'es' },
  { from: 'src/load-board.content.ts', to: 'load-board.js', format: 'iife' },
  { from: 'src/dashboard-bridge.content.ts', to: 'dashboard-bridge.js', format: 'iife' },
  { from: 'src/popup/popup.ts', to: 'popup.js', format: 'iife' },
  { from: 'src/confirm/confirm.ts', to: 'confirm.js', format: 'iife' },
  { from: 'src/notice/notice.ts', to: 'notice.js', format: 'iife' },
  { from: 'src/readability/row-question.ts', to: 'row-question.js', format: 'iife' },
  { from: 'src/ledger-page/ledger.ts', to: 'ledger.js', format: 'iife' },
] as const

/** Puts colors and the product's name into the code, so that no script carries their whole tables. */
const constants: Plugin = {
  name: 'constants',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(join(workspaceRoot, 'src'))
      ? code
          .replaceAll(/\blightColor\('([\w-]+)'\)/g, (_, name) => JSON.stringify(lightColor(name as ColorName)))
          .replaceAll(/\bbrand\.name\b/g, JSON.stringify(brand.name))
      : undefined,
}

const dist = join(target, 'dist')
const common = join(dist, 'common')
rmSync(dist, { recursive: true, force: true })
for (const { from, to, format } of entryPoints) {
  await build({
    root: workspaceRoot,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [constants],
    build: {
      outDir: common,
      emptyOutDir: false,
      target: ['chrome120', 'firefox140'],
      modulePreload: false,
      chunkSizeWarningLimit: 1_000, // the worker has a table of places
      rolldownOptions: {
        input: join(workspaceRoot, from),
        output: { format, entryFileNames: to, codeSplitting: false },
      },
    },
  })
}
for (const page of [
  'popup/popup',
  'confirm/confirm',
  'notice/notice',
  'readability/row-question',
  'ledger-page/ledger',
]) {
  copyFileSync(join(workspaceRoot, `src/${page}.html`), join(common, `${basename(page)}.html`))
  copyFileSync(join(workspaceRoot, `src/${page}.css`), join(common, `${basename(page)}.css`))
}
copyFileSync(join(workspaceRoot, 'src/ledger-page/ledger-table.css'), join(common, 'ledger-table.css'))
writeFileSync(join(common, 'page.css'), systemColorSheet + readFileSync(join(workspaceRoot, 'src/page.css'), 'utf8'))
cpSync(join(workspaceRoot, 'icons'), join(common, 'icons'), { recursive: true })
const geist = import.meta.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')
copyFileSync(fileURLToPath(geist), join(common, 'geist.woff2'))
copyFileSync(fileURLToPath(new URL('../LICENSE', geist)), join(common, 'geist-license.txt'))
for (const browser of ExtensionBrowser.options) pack(browser)
rmSync(common, { recursive: true })

const demo = join(target, 'dist-demo')
rmSync(demo, { recursive: true, force: true })
mkdirSync(demo)
for (const path of globSync('src/boards/fixtures/*.{js,css}', { cwd: workspaceRoot }))
  copyFileSync(join(workspaceRoot, path), join(demo, basename(path)))
for (const path of globSync('src/boards/fixtures/*.html', { cwd: workspaceRoot }))
  writeFileSync(join(demo, basename(path)), fillIn(join(workspaceRoot, path)))

/** Adds a browser's manifest to the common files and zips them, with the owner's values open and filled in. */
function pack(browser: ExtensionBrowser): void {
  const unpacked = join(dist, browser)
  cpSync(common, unpacked, { recursive: true })
  writeFileSync(join(unpacked, 'manifest.json'), `${JSON.stringify(manifest(browser, version), null, 2)}\n`)
  zipFolder(unpacked, `open-${browser}.zip`)
  for (const path of globSync('*.{js,html,json}', { cwd: unpacked }))
    writeFileSync(join(unpacked, path), fillIn(join(unpacked, path)))
  zipFolder(unpacked, `store-${browser}.zip`)
}

/** Zips the files of a folder without the time and order of this build. */
function zipFolder(folder: string, name: string): void {
  const files: Zippable = {}
  for (const path of globSync('**/*.*', { cwd: folder }).sort())
    files[path.replaceAll('\\', '/')] = [readFileSync(join(folder, path)), { mtime: new Date(1980, 0, 1) }]
  writeFileSync(join(dist, name), zipSync(files, { level: 9 }))
}

function fillIn(file: string): string {
  return fillOpenValues(file, readFileSync(file, 'utf8'), owner)
}
