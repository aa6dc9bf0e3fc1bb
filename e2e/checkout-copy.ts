import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Copies the checkout with its builds. Packages are linked, but the workspaces are the copies. */
export function copyCheckout(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const path of [...files.trim().split('\n'), 'dashboard/dist', 'extension/dist', 'extension/dist-demo'])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const packages of ['node_modules', 'dashboard/node_modules'].filter((path) => existsSync(join(root, path)))) {
    mkdirSync(join(folder, packages))
    for (const name of readdirSync(join(root, packages)).filter((name) => !/^\.vite|^@loadping$/.test(name)))
      symlinkSync(join(root, packages, name), join(folder, packages, name))
  }
  mkdirSync(join(folder, 'node_modules/@loadping'))
  for (const workspace of ['contract', 'server', 'dashboard', 'extension'])
    symlinkSync(`../../${workspace}`, join(folder, 'node_modules/@loadping', workspace))
}
