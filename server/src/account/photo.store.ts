import type { Db } from '../db/db.ts'

export const findPhoto = (db: Db, userId: string) => db.selectFrom('photo').select('webp').where('userId', '=', userId).executeTakeFirst()
