import type { Db } from '../db/db.ts'

export const findBackupFolder = (db: Db) => db.selectFrom('backupFolder').select(['id', 'folder']).executeTakeFirst()

/** Adds the row of this installation, unless another process did. */
export const addBackupFolder = (db: Db, id: string) =>
  db
    .insertInto('backupFolder')
    .values({ id, folder: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const setBackupFolder = (db: Db, folder: string) => db.updateTable('backupFolder').set({ folder }).execute()
