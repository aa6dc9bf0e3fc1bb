import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, packArchive, readCommitTime, root, run } from './archive.ts'
import { signRelease } from './sign-release.ts'
import { listDirect, listShipped } from './third-party.ts'

// npm run release [FOLDER]: writes what is published of the committed version. The same commit gives the same bytes. Needs GNU
// tar, so it runs on Linux. With RELEASE_KEY_FILE, a private Ed25519 key in PEM, it signs the list of hashes.
const target = process.argv[2] ?? join(root, 'release')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `loadping-${version}`

const committedAt = readCommitTime()
if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version} `))
  fail(`CHANGELOG.md has no entry for ${version}.`)

mkdirSync(target, { recursive: true })
const outputs = new Map<string, Uint8Array>()
outputs.set(`${name}.tar.gz`, packArchive({ name, files: listServerFiles(), time: committedAt }))
for (const browser of ['chrome', 'edge', 'firefox'])
  outputs.set(`${name}-extension-${browser}.zip`, readFileSync(join(root, `extension/dist/open-${browser}.zip`)))
outputs.set(`${name}.cdx.json`, Buffer.from(listParts()))
for (const [file, bytes] of outputs) writeFileSync(join(target, file), bytes)
const sums = [...outputs].map(([file, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`)
writeFileSync(join(target, 'SHA256SUMS'), sums.join(''))
const keyFile = process.env['RELEASE_KEY_FILE']
if (keyFile) writeFileSync(join(target, 'SHA256SUMS.sig'), signRelease(sums.join(''), readFileSync(keyFile, 'utf8')))
console.log(`${sums.join('')}in ${target}`)
console.log(`${listShipped().length} packages run in it, of which ours ask for ${listDirect().length} directly.`)

/** Lists what a server needs: its sources, which Node runs as they are, and what was built for browsers. */
function listServerFiles(): string[] {
  const needed =
    /^(contract|server)\/|^(dashboard|extension)\/package\.json$|^scripts\/(admin|prepare)|^(deploy|docs)\/|^[^/]+$/
  const notNeeded =
    /\.test\.ts$|^server\/src\/(testing|backups\/releases)\/|tsconfig|^(biome|knip)\.json$|config\.ts$|^\.gitignore$/
  const kept = /^server\/src\/config\.ts$/
  return [
    ...run('git', 'ls-files')
      .split('\n')
      .filter((path) => needed.test(path) && (!notNeeded.test(path) || kept.test(path))),
    ...globSync(['dashboard/dist/**/*.*', 'extension/dist/open-*.zip', 'extension/dist-demo/*.*'], { cwd: root }),
  ]
}

type Part = { 'bom-ref': string; properties?: { name: string }[] }

/** Lists the packages that run, as CycloneDX, without the tools, and without the time and random number of this run. */
function listParts(): string {
  // With --omit=dev npm 11 also leaves out what runs if a tool needs it too.
  const list = JSON.parse(
    run('npm', 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'),
  )
  const isTool = ({ properties = [] }: Part) => properties.some((one) => one.name === 'cdx:npm:package:development')
  const tools = new Set(list.components.filter(isTool).map((part: Part) => part['bom-ref']))
  list.components = list.components.filter((part: Part) => !tools.has(part['bom-ref']))
  list.dependencies = list.dependencies
    .filter(({ ref }: { ref: string }) => !tools.has(ref))
    .map(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => ({
      ref,
      dependsOn: dependsOn.filter((one) => !tools.has(one)),
    }))
  delete list.serialNumber
  list.metadata.timestamp = new Date(committedAt * 1_000).toISOString()
  list.metadata.component.name = 'loadping' // npm takes the name of the folder
  list.metadata.component.pedigree = { commits: [{ uid: run('git', 'rev-parse', 'HEAD').trim() }] }
  return `${JSON.stringify(list, null, 2)}\n`
}
