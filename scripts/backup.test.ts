import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordDeletion } from '../server/src/backups/backup-files.ts'
import { goalSize } from '../server/src/testing/goal-size.ts'
import {
  type SpawnedProduct,
  sharedTempFolder,
  spawnedEnv,
  spawnProduct,
} from '../server/src/testing/spawned-product.ts'
import { runHere } from './admin/run-here.ts'

const folder = sharedTempFolder()
const data = join(folder, 'data')
const backups = join(folder, 'backups')
const AUTH_SECRET = 'a-secret-of-this-test-0123456789-abcdefghijklmn'
let product: SpawnedProduct
beforeAll(async () => {
  product = await spawnProduct({ DATA_DIR: data, AUTH_SECRET })
})
afterAll(async () => {
  product.child.kill('SIGTERM')
  await product.ended
  rmSync(folder, { recursive: true, force: true })
})

const settings = { DATA_DIR: data, BACKUP_DIR: backups, AUTH_SECRET, LOG_LEVEL: 'info' }
const admin = (args: string[], env: Record<string, string> = {}) => runHere(args, { ...settings, ...env })
const startAndKill = async (args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], {
    env: spawnedEnv({ ...settings, ...env }),
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await sleep(500 + Math.random() * 3_500)
  child.kill('SIGKILL')
  await ended
}

test('[K08] one command backs up a running server, another tries the restore, a third restores', async () => {
  const made = await admin(['backup', 'create'])
  const verified = await admin(['backup', 'verify', '--json'])
  const otherKey = await admin(['restore', 'newest'], { DATA_DIR: join(folder, 'x'), AUTH_SECRET: 'b'.repeat(43) })
  const restored = await admin(['restore', 'newest'], { DATA_DIR: join(folder, 'restored') })
  const again = await admin(['restore', 'newest'], { DATA_DIR: join(folder, 'restored') })
  const users = await admin(['user', 'list', 'maria@redbud'], { DATA_DIR: join(folder, 'restored') })

  expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/ rows, [\d.]+ MB, made in [\d.]+ s\.\n$/) })
  expect(made.stderr).toContain('"command":"backup create"')
  expect(verified.status).toBe(0)
  expect(JSON.parse(verified.stdout)).toMatchObject({
    path: expect.stringContaining(backups),
    hours: expect.any(Number),
  })
  expect(otherKey).toMatchObject({ status: 78, stderr: expect.stringContaining('need another AUTH_SECRET') })
  expect(restored).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Restored \d+ rows of /) })
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('This database has LoadPing in it') })
  expect(users.stdout).toMatch(/^maria@redbud\.example/)
}, 180_000)

test('[P09] [D13.22] keys are rotated on a running server by one command, and its status says that all are', async () => {
  const next = { AUTH_SECRET: 'the-next-secret-0123456789-abcdefghijklmnopqrst' }
  const both = { ...next, OTHER_AUTH_SECRETS: AUTH_SECRET }
  const before = await admin(['keys', 'status', '--json'], both)
  const rotated = await admin(['keys', 'rotate'], both)
  const after = await admin(['keys', 'status'], next)
  const former = await admin(['keys', 'status'])
  const back = await admin(['keys', 'rotate'], { OTHER_AUTH_SECRETS: next.AUTH_SECRET })

  const { key, counts } = JSON.parse(before.stdout)
  expect(counts).toContainEqual({
    kind: 'key of the hashes',
    current: 0,
    others: [{ keyId: expect.any(String), count: 1 }],
  })
  expect(rotated).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`key of the hashes: 1 encrypted with ${key}`),
  })
  expect(rotated.stderr).toContain('"command":"keys rotate"')
  expect(after).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/All are encrypted with the key of AUTH_SECRET\.\n$/),
  })
  expect(former).toMatchObject({
    status: 78,
    stderr: expect.stringContaining('AUTH_SECRET is not the one of this database'),
  })
  expect(back.status).toBe(0)
})

test('[D13.21] a backup from elsewhere is restored without accounts that were deleted since', async () => {
  const BACKUP_DIR = join(folder, 'deletions')
  const { path } = JSON.parse((await admin(['backup', 'create', join(folder, 'elsewhere'), '--json'])).stdout)
  const { id } = JSON.parse((await admin(['user', 'show', 'maria@redbud.example', '--json'])).stdout)
  recordDeletion(BACKUP_DIR, id)

  const restored = await admin(['restore', path], { DATA_DIR: join(folder, 'without'), BACKUP_DIR })
  expect(restored.stdout).toContain('1 accounts that were deleted since')
})

const kills = goalSize({ full: 50, tenth: 5, quick: 2 })

test(
  `[K08] ${kills} backups and restores that are killed leave nothing that looks like one`,
  async () => {
    for (let killed = 0; killed < kills; killed++) {
      await startAndKill(['backup', 'create'])
    }
    expect((await admin(['backup', 'create'])).status).toBe(0)
    expect(readdirSync(backups).filter((name) => name.startsWith('.'))).toEqual([])
    const target = { DATA_DIR: join(folder, 'killed') }
    for (let killed = 0; killed < kills; killed++) {
      await startAndKill(['restore', 'newest'], target)
      const { stderr, stdout } = await admin(['user', 'list'], target)
      expect(stderr + stdout).toMatch(/There is no database in|has no LoadPing in it|maria@redbud\.example/)
    }
  },
  120_000 + kills * 40_000,
)

test('[K08] a backup onto a full disk fails and leaves none', async (context) => {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=755', 'tmpfs', disk]).status === 0
  if (!isMounted) context.skip('NOT RUN: a small disk cannot be mounted here (it takes root)')
  try {
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 40_000))
    const full = await admin(['backup', 'create'], { BACKUP_DIR: disk })

    expect(full).toMatchObject({ status: 1, stderr: expect.stringContaining(`The disk of ${disk} is full. `) })
    expect(readdirSync(disk).filter((name) => name !== 'installation')).toEqual(['filler'])
  } finally {
    spawnSync('umount', ['-l', disk])
  }
})
