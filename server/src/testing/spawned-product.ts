import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../main.ts')

/** Where processes that tests start keep compiled modules, so that only the first one compiles them. */
export const compileCache = join(tmpdir(), 'loadping-compile-cache')

/** Returns the environment of a Node process that a test starts, with these variables and few of its own. */
export const spawnedEnv = (env: Record<string, string>) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_COMPILE_CACHE: compileCache,
  ...env,
})

export type SpawnedProduct = {
  address: string
  child: ChildProcess
  /** Returns the headers by which a program reaches the stand-ins. */
  devHeaders: () => Record<string, string>
  /** Returns an address of a stand-in as the start prints it, which lets a browser in. */
  devLink: (path: string) => string
  /** Returns all output so far. */
  output: () => string
  /** Resolves with its exit code, or with the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

/** Starts the product in its own process and waits until it is ready; throws its output if it exits first. */
export async function spawnProduct(env: Record<string, string>, program = main): Promise<SpawnedProduct> {
  const { child, output, ended } = spawnMain({ PORT: String(await freePort()), LOG_LEVEL: 'warn', ...env }, program)
  const ready = new Promise<string>((resolve) => {
    child.stdout?.on('data', () => {
      const [, address] = /^ready (\S+)$/m.exec(output()) ?? []
      if (address) resolve(address)
    })
  })
  const address = await Promise.race([
    ready,
    ended.then((code) => Promise.reject(new Error(`The product ended with ${code}: ${output()}`))),
  ])
  const secret = () => readDevSecret(env['DATA_DIR'] ?? '')
  return {
    address,
    devHeaders: () => ({ 'x-dev-secret': secret() }),
    devLink: (path) => `${address}${path}?dev-secret=${secret()}`,
    child,
    output,
    ended,
  }
}

/** Returns the secret of the last start with a data folder. */
export const readDevSecret = (folder: string): string => readFileSync(join(folder, 'dev-secret'), 'utf8')

/**
 * Creates a data folder in which the product's first start makes no demo and, in a run of tests, finds its database: both
 * take most of that start.
 */
export function withoutDemo(path: string): string {
  const prepared = process.env['PREPARED_DATA']
  if (prepared && !existsSync(path)) execFileSync('cp', ['-a', prepared, path]) // with its owners, of whom PostgreSQL must be one
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'demo-created'), '')
  return path
}

/** Starts the product where it must fail; returns its exit code and output. */
export async function spawnRefused(
  env: Record<string, string>,
): Promise<{ code: number | NodeJS.Signals; output: string }> {
  const { output, ended } = spawnMain({ PORT: String(await freePort()), ...env })
  return { code: await ended, output: output() }
}

/** Starts the product in its own process without waiting. */
export function spawnMain(env: Record<string, string>, program = main) {
  const child = spawn(process.execPath, [program], {
    env: spawnedEnv({
      npm_lifecycle_event: 'start', // as npm start does, which makes it end with this process, even when that is killed
      NODE_COMPILE_CACHE: `${compileCache}-product`, // its flags of V8 make what others compiled useless to it, and back
      ...env,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? -1)),
  )
  return { child, output: () => chunks.join(''), ended }
}

/**
 * Creates a temporary folder, in memory where possible, that other users may enter, because PostgreSQL does not run as
 * root. The caller removes it.
 */
export function sharedTempFolder({ isOnDisk = false } = {}): string {
  const folder = mkdtempSync(join(isOnDisk || !hasMemoryFolder() ? tmpdir() : memoryFolder, 'loadping-test-'))
  chmodSync(folder, 0o755)
  return folder
}

const memoryFolder = '/dev/shm'
const minFreeBytes = 2 * 1024 ** 3

function hasMemoryFolder(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= minFreeBytes
  } catch {
    return false // not Linux, or a container without it
  }
}

/** Lists the database processes of a data folder by working folder, the postmaster first (PIDs wrap around). */
export function processesOf(path: string): number[] {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid && workingFolder(pid).startsWith(path))
  const isChild = (pid: number) => Number(pids.includes(parentOf(pid)))
  return pids.sort((one, other) => isChild(one) - isChild(other))
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return '' // it has just ended, or belongs to another user
  }
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0 // it has just ended
  }
}

let portCount = 0

/**
 * Returns a free port from this process's own range, below the system's ephemeral ports, so that no other worker and no
 * outgoing connection takes it first.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + (process.pid % 1_000) * 20 + (portCount++ % 20)
    if (port !== refusedByBrowsers && (await isFree(port))) return port
  }
}

/** The only port of these ranges that browsers block (https://fetch.spec.whatwg.org/#port-blocking). */
const refusedByBrowsers = 10_080

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
