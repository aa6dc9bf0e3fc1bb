import type { Db } from '../db/db.ts'

export const findBackupFolder = (db: Db) =>
  db.selectFrom('backupFolder').select(['id', 'folder', 'formerId']).executeTakeFirst()

/** Adds the row of this installation, unless another process did. */
export const addBackupFolder = (db: Db, id: string) =>
  db
    .insertInto('backupFolder')
    .values({ id, folder: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const setBackupFolder = (db: Db, folder: string) => db.updateTable('backupFolder').set({ folder }).execute()

/** Gives a copy an id of its own, if it has the one of its original. */
export const renewId = (db: Db, id: string) =>
  db
    .updateTable('backupFolder')
    .set((eb) => ({ id, formerId: eb.ref('id') }))
    .execute()
