import type { DeletionStep } from '../accounts/deletion-step.ts'
import type { DataDeps, Deps } from '../context.ts'
import type { Write } from '../db/write-together.ts'
import * as store from './live.store.ts'

/** Part of a statement that changes what a user's pages show: the open ones ask again once it commits. */
export const announcement = ({ db }: Pick<DataDeps, 'db'>, userId: string): Write => store.versionWrite(db, [userId])

/** Lets the open pages of a user ask again, once the transaction commits, if there is one. */
export const announce = (ctx: Pick<DataDeps, 'db'>, userId: string): Promise<void> => announceAll(ctx, [userId])

/** Lets the open pages of users ask again. No transaction that locks other rows may wait for it. */
export const announceAll = async ({ db }: Pick<DataDeps, 'db'>, userIds: string[]): Promise<void> =>
  void (await store.versionWrite(db, userIds).execute())

/** Returns a number that grows with each change of one of these users. */
export async function getVersion({ db }: Pick<DataDeps, 'db'>, userIds: string[]): Promise<number> {
  return sumOf(toVersions(await store.listVersions(db, { userIds })), userIds)
}

type Versions = Map<string, number>

const toVersions = (rows: { userId: string; version: number }[]): Versions =>
  new Map(rows.map(({ userId, version }) => [userId, version]))

const sumOf = (versions: Versions, userIds: string[]): number =>
  userIds.reduce((sum, userId) => sum + (versions.get(userId) ?? 0), 0)

/** Forgets the version of a user. */
export const deleteVersion: DeletionStep = async ({ db }, { userId }) => void (await store.deleteVersion(db, userId))

type Watch = { userIds: string[]; version: number; onVersion: (version: number) => void }

export type Watcher = {
  /** Calls back with the version of these users when it is another one. Returns a function that ends this. */
  watch: (watch: Watch) => () => void
  stop: () => Promise<void>
}

/** Reads the versions of all watched users in one statement each second, and none while nobody watches. */
export function createWatcher(
  { db, log, machines }: Pick<DataDeps, 'db'> & Pick<Deps, 'log' | 'machines'>,
  everyMs = 1_000,
): Watcher {
  const watches = new Set<Watch>()
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const watched = [...new Set([...watches].flatMap((watch) => watch.userIds))]
    const away = await machines.listAway(watched)
    const userIds = watched.filter((id) => !away.has(id))
    const versions = toVersions(await store.listVersions(db, { userIds }))
    for (const watch of watches) {
      const version = sumOf(versions, watch.userIds)
      if (version === watch.version) continue
      watch.version = version
      watch.onVersion(version)
    }
  }

  function tick(): void {
    reading ??= read()
      .catch((error: unknown) => log.warn({ err: error }, 'live versions could not be read; retrying'))
      .finally(() => {
        reading = undefined
      })
  }

  return {
    watch(watch) {
      watches.add(watch)
      timer ??= setInterval(tick, everyMs)
      return () => {
        watches.delete(watch)
        if (watches.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    async stop() {
      clearInterval(timer)
      watches.clear()
      await reading
    },
  }
}
