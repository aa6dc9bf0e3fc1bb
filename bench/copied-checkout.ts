import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter(Boolean)

/** A copy of the tracked files with the installed packages, in which a fault can be put without touching this checkout. */
export function copyCheckout(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'loadping-faults-'))
  for (const path of git('ls-files', '-z')) cpSync(join(root, path), join(folder, path))
  // Links within it lead to the workspaces of the copy.
  for (const packages of ['node_modules', ...workspaces.map((name) => `${name}/node_modules`)])
    execFileSync(
      'sh',
      [
        '-c',
        '[ ! -e "$1" ] || cp -al "$1" "$2" 2>/dev/null || cp -a "$1" "$2"',
        'sh',
        packages,
        join(folder, dirname(packages)),
      ],
      {
        cwd: root,
      },
    )
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const workspaces = ['contract', 'server', 'dashboard', 'extension']

/** Runs tests of a copy; resolves with whether they passed, failed, or took longer than `maxMs`. */
export function runTests(
  folder: string,
  {
    project,
    tests,
    env = {},
    maxMs,
  }: { project: string; tests: string[]; env?: Record<string, string>; maxMs: number },
): Promise<{ outcome: 'passed' | 'failed' | 'timeout'; output: string }> {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--bail',
    '1',
    '--reporter',
    'dot',
    '--project',
    project,
    ...tests,
  ]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return new Promise((resolve) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    }, maxMs)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ outcome: isLate ? 'timeout' : code === 0 ? 'passed' : 'failed', output })
    })
  })
}
