import { spawn } from 'node:child_process'
import { join } from 'node:path'

// The product while it is being changed: the server restarts and the dashboard is built again when a source changes.
const root = join(import.meta.dirname, '..')
const children = [
  spawn(process.execPath, ['--watch', 'server/src/main.ts'], { cwd: root, stdio: 'inherit' }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--watch', '--logLevel', 'warn'], {
    cwd: join(root, 'dashboard'),
    stdio: 'inherit',
  }),
]

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => children.forEach((child) => void child.kill(signal)))
