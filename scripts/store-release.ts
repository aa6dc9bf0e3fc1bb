import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brand } from '../contract/src/brand.ts'
import { ExtensionBrowser } from '../contract/src/extension/extension.api.ts'
import { fail, packArchive, readCommitTime, root, run } from './archive.ts'

// LOADPING_ORIGIN=https://… EXTENSION_FIREFOX_ID=… [PRODUCT_NAME=…] npm run store-release [FOLDER]: writes what is uploaded to the
// three stores, and the source from which Mozilla's reviewers build the same bytes. From committed files only.
const target = process.argv[2] ?? join(root, 'release/stores')
const {
  LOADPING_ORIGIN: origin = '',
  EXTENSION_FIREFOX_ID: firefoxId = '',
  PRODUCT_NAME: name = brand.name,
} = process.env
if (!/^https:\/\/[\w.:-]+$/.test(origin))
  fail('Set LOADPING_ORIGIN to the address of your LoadPing, such as https://app.example.com')
if (!/^[\w.-]*@[\w.-]+$/.test(firefoxId))
  fail('Set EXTENSION_FIREFOX_ID to an id of your own, such as loadping@example.com')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const time = readCommitTime()

const built = mkdtempSync(join(tmpdir(), 'store-release-'))
const outputs = new Map<string, Uint8Array>()
try {
  run(process.execPath, 'extension/build.ts', built)
  for (const browser of ExtensionBrowser.options)
    outputs.set(`store-${browser}.zip`, readFileSync(join(built, `dist/store-${browser}.zip`)))
} finally {
  rmSync(built, { recursive: true })
}
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const sums = [...outputs].map(([file, bytes]) => `${sumOf(bytes)}  ${file}\n`).join('')
outputs.set(
  'source.tar.gz',
  packArchive({
    name: `loadping-extension-${version}`,
    files: run('git', 'ls-files')
      .split('\n')
      .filter((path) =>
        /^(contract|extension)\/|^(dashboard|server)\/package\.json$|^(package(-lock)?|tsconfig\.base)\.json$|^\.npmrc$|^LICENSE$/.test(
          path,
        ),
      ),
    texts: { 'README.md': readme(), SHA256SUMS: sums },
    time,
  }),
)
mkdirSync(target, { recursive: true })
for (const [file, bytes] of outputs) writeFileSync(join(target, file), bytes)
console.log(`${sums}in ${target}`)

/** Says to reviewers how the packages are built again. */
function readme(): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  return `# The source of ${name}, version ${version}

These steps build the three packages again, byte by byte. They need Linux or macOS on x64 or arm64, any Node from 20 on with its
npm, and the npm registry. Neither git nor another tool is used, and nothing is fetched but the packages that \`package-lock.json\` names with
their hashes.

The build itself runs on Node 26, which comes as the npm package \`node\` of the lock file: \`npm rebuild node\` puts it into
\`node_modules\`, and the machine's own Node stays as it is. No other package runs an install script.

\`\`\`sh
npm ci --ignore-scripts --loglevel=error --workspace=extension --workspace=contract --include-workspace-root
npm rebuild node --loglevel=error
export LOADPING_ORIGIN=${quote(origin)} EXTENSION_FIREFOX_ID=${quote(firefoxId)} PRODUCT_NAME=${quote(name)}
node_modules/.bin/node extension/build.ts
cd extension/dist && sha256sum --check ../../SHA256SUMS
\`\`\`

The packages are then \`store-chrome.zip\`, \`store-edge.zip\` and \`store-firefox.zip\` in \`extension/dist\`. They differ in their
manifest only. \`extension/build.ts\` builds them with Vite; \`extension/src\` and \`contract/src\` are all of our own code in them. From
packages come zod, @noble/hashes and the typeface Geist.
`
}
