import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Adapter, AdapterFactory } from 'oidc-provider'

const maxRecords = 1_000

/** The storage of a local provider or of the simulator: the newest 1,000 records of each kind. */
export type Storage = {
  adapter: AdapterFactory
  /** Returns the record untyped; the caller knows its shape. */
  find: (kind: string, id: string) => ReturnType<typeof JSON.parse>
  save: (kind: string, id: string, payload: object) => void
  close: () => void
}

/** Opens the storage in a file readable only by its owner, or in memory without one. */
export function openStorage(file: string | undefined): Storage {
  if (file) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(file ?? ':memory:')
  db.exec('pragma journal_mode = wal; pragma synchronous = normal')
  db.exec('create table if not exists record (kind text, id text, payload text not null, primary key (kind, id))')
  const select = db.prepare('select payload from record where kind = ? and id = ?')
  const selectBy = db.prepare('select payload from record where kind = ? and payload ->> ? = ?')
  const replace = db.prepare('insert or replace into record (kind, id, payload) values (?, ?, ?)')
  const prune = db.prepare(
    'delete from record where kind = ?1 and rowid <= (select rowid from record where kind = ?1 order by rowid desc limit 1 offset ?2)',
  )
  const consume = db.prepare(
    "update record set payload = json_set(payload, '$.consumed', unixepoch()) where kind = ? and id = ?",
  )
  const destroy = db.prepare('delete from record where kind = ? and id = ?')
  const revoke = db.prepare("delete from record where payload ->> 'grantId' = ?")

  const read = (row: Record<string, unknown> | undefined) => row && JSON.parse(String(row['payload']))
  const find = (kind: string, id: string) => read(select.get(kind, id))
  const save = (kind: string, id: string, payload: object) => {
    replace.run(kind, id, JSON.stringify(payload))
    prune.run(kind, maxRecords)
  }
  const adapter = (kind: string): Adapter => ({
    upsert: async (id, payload) => save(kind, id, payload),
    find: async (id) => find(kind, id),
    findByUid: async (uid) => read(selectBy.get(kind, 'uid', uid)),
    findByUserCode: async (code) => read(selectBy.get(kind, 'userCode', code)),
    consume: async (id) => void consume.run(kind, id),
    destroy: async (id) => void destroy.run(kind, id),
    revokeByGrantId: async (grantId) => void revoke.run(grantId),
  })
  return { adapter, find, save, close: () => db.close() }
}
