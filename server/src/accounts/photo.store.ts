import type { Db } from '../db/db.ts'

export const findPhoto = (db: Db, userId: string) =>
  db.selectFrom('photo').select('webp').where('userId', '=', userId).executeTakeFirst()

export const savePhoto = (db: Db, photo: { userId: string; webp: Buffer; fetchedAt: Date }) =>
  db
    .insertInto('photo')
    .values(photo)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ webp: photo.webp, fetchedAt: photo.fetchedAt }))
    .execute()
