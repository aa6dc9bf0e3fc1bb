import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// Runs every check of `npm test`, the fastest first.
const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')
const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` } // so that the tools run on the pinned Node too
const projects = ['contract', 'server', 'dashboard', 'extension', 'scripts']

const checks: [name: string, command: string, ...args: string[]][] = [
  ['format, lint and import rules', 'biome', 'ci', '--error-on-warnings'],
  ...projects.map((project): [string, string, ...string[]] => [`types of ${project}`, 'tsc', '-p', project]),
  ['unused code', 'knip'],
  ['tests', 'vitest', 'run', ...process.argv.slice(2)],
]

for (const [name, command, ...args] of checks) {
  const startedAt = performance.now()
  const { status } = spawnSync(join(bin, command), args, { cwd: root, stdio: 'inherit', env })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds} s)`)
  if (status !== 0) process.exit(1)
}
