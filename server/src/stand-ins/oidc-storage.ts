import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Adapter, AdapterFactory } from 'oidc-provider'

const kept = 1_000

/** What a local provider remembers: a thousand things of each kind. */
export type Storage = {
  adapter: AdapterFactory
  /** Whatever was kept under this name; the caller knows its shape. */
  find: (kind: string, id: string) => ReturnType<typeof JSON.parse>
  keep: (kind: string, id: string, payload: object) => void
  close: () => void
}

/** Opens the storage in a file that its owner alone can read; without one it lasts as long as the process. */
export function openStorage(file: string | undefined): Storage {
  if (file) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(file ?? ':memory:')
  db.exec('pragma journal_mode = wal; pragma synchronous = normal')
  db.exec('create table if not exists thing (kind text, id text, payload text not null, primary key (kind, id))')
  const select = db.prepare('select payload from thing where kind = ? and id = ?')
  const selectBy = db.prepare('select payload from thing where kind = ? and payload ->> ? = ?')
  const replace = db.prepare('insert or replace into thing (kind, id, payload) values (?, ?, ?)')
  const forget = db.prepare(
    'delete from thing where kind = ?1 and rowid <= (select rowid from thing where kind = ?1 order by rowid desc limit 1 offset ?2)',
  )
  const consume = db.prepare(
    "update thing set payload = json_set(payload, '$.consumed', unixepoch()) where kind = ? and id = ?",
  )
  const destroy = db.prepare('delete from thing where kind = ? and id = ?')
  const revoke = db.prepare("delete from thing where payload ->> 'grantId' = ?")

  const read = (row: Record<string, unknown> | undefined) => row && JSON.parse(String(row['payload']))
  const find = (kind: string, id: string) => read(select.get(kind, id))
  const keep = (kind: string, id: string, payload: object) => {
    replace.run(kind, id, JSON.stringify(payload))
    forget.run(kind, kept)
  }
  const adapter = (kind: string): Adapter => ({
    upsert: async (id, payload) => keep(kind, id, payload),
    find: async (id) => find(kind, id),
    findByUid: async (uid) => read(selectBy.get(kind, 'uid', uid)),
    findByUserCode: async (code) => read(selectBy.get(kind, 'userCode', code)),
    consume: async (id) => void consume.run(kind, id),
    destroy: async (id) => void destroy.run(kind, id),
    revokeByGrantId: async (grantId) => void revoke.run(grantId),
  })
  return { adapter, find, keep, close: () => db.close() }
}
