import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

export const root = join(import.meta.dirname, '..')

export const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })

/** Ends the program if something is not committed. Returns when the last commit was, in seconds. */
export function readCommitTime(): number {
  const changed = run('git', 'status', '--porcelain')
  if (changed) fail(`Commit first. Not committed:\n${changed}`)
  return Number(run('git', 'log', '-1', '--format=%ct'))
}

export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

type Archive = {
  /** The folder in the archive. */
  name: string
  /** Paths in this checkout. */
  files: string[]
  /** Further files, which take the place of those with the same path. */
  texts?: Record<string, string>
  /** When all of it was changed last, in seconds. */
  time: number
}

/** Packs files without owner, time and order of this machine. Needs GNU tar, so it runs on Linux. */
export function packArchive({ name, files, texts = {}, time }: Archive): Buffer {
  const staging = mkdtempSync(join(tmpdir(), 'release-'))
  const add = (path: string, write: (copy: string) => void) => {
    const copy = join(staging, name, path)
    mkdirSync(dirname(copy), { recursive: true })
    write(copy)
    chmodSync(copy, 0o644)
  }
  try {
    for (const path of files) add(path, (copy) => cpSync(join(root, path), copy))
    for (const [path, text] of Object.entries(texts)) add(path, (copy) => writeFileSync(copy, text))
    const options = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', '--format=ustar']
    const tar = execFileSync('tar', ['-c', ...options, `--mtime=@${time}`, '-C', staging, name], {
      maxBuffer: 2 ** 28,
      env: { ...process.env, LC_ALL: 'C' }, // the order of names
    })
    return gzipSync(tar, { level: 9 })
  } finally {
    rmSync(staging, { recursive: true })
  }
}
