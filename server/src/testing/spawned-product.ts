import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../main.ts')

export type SpawnedProduct = {
  address: string
  child: ChildProcess
  /** Everything that it printed so far. */
  output: () => string
  /** Resolves with its exit code, or with the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

/** Starts the product as a process of its own and waits until it is ready; fails with its output when it ends before. */
export async function spawnProduct(env: Record<string, string>): Promise<SpawnedProduct> {
  const { child, output, ended } = spawnMain({ PORT: String(await freePort()), LOG_LEVEL: 'warn', ...env })
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
  return { address, child, output, ended }
}

/** Starts the product where it is expected to refuse; answers its exit code and what it printed. */
export async function spawnRefused(
  env: Record<string, string>,
): Promise<{ code: number | NodeJS.Signals; output: string }> {
  const { output, ended } = spawnMain({ PORT: String(await freePort()), ...env })
  return { code: await ended, output: output() }
}

/** Starts the product as a process of its own, without waiting for anything. */
export function spawnMain(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? -1)),
  )
  return { child, output: () => chunks.join(''), ended }
}

/** A folder for data of a test that others may pass through, so that the database of a test run by root stays in it; removed by the caller. */
export function sharedTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadping-test-'))
  chmodSync(folder, 0o755)
  return folder
}

/** The database processes of a data folder: those that work in it, the postmaster before those it started (numbers wrap around, so they tell no age). */
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
    return '' // it has just ended, or is another user's
  }
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0 // it has just ended
  }
}

let handedOut = 0

/**
 * A port that nobody listens on, from a stretch of this process's own below those that the system hands out by itself:
 * so neither another worker nor an outgoing connection takes it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + (process.pid % 1_000) * 20 + (handedOut++ % 20)
    if (port !== refusedByBrowsers && (await isFree(port))) return port
  }
}

/** The one port of our stretches that browsers refuse to talk to (https://fetch.spec.whatwg.org/#port-blocking). */
const refusedByBrowsers = 10_080

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
