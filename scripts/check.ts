import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// Everything that `npm test` checks, in the order in which a mistake is cheapest to find.
const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')
const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` } // tools run on the pinned Node too
const rooms = ['contract', 'server', 'dashboard', 'extension', 'scripts']

const checks: [name: string, command: string, ...words: string[]][] = [
  ['format, lint and the walls between rooms', 'biome', 'ci', '--error-on-warnings'],
  ...rooms.map((room): [string, string, ...string[]] => [`types of ${room}`, 'tsc', '-p', room]),
  ['dead code', 'knip'],
  ['rules, features, screens, boards and the house itself', 'vitest', 'run', ...process.argv.slice(2)],
]

for (const [name, command, ...words] of checks) {
  const begun = performance.now()
  const { status } = spawnSync(join(bin, command), words, { cwd: root, stdio: 'inherit', env })
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds} s)`)
  if (status !== 0) process.exit(1)
}
