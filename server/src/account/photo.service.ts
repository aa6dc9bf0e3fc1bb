import type { Deps } from '../context.ts'
import * as store from './photo.store.ts'

/** The person's photo as a data address that an image can show. */
export async function findPhoto(ctx: Deps, userId: string): Promise<string | undefined> {
  const photo = await store.findPhoto(ctx.db, userId)
  return photo && `data:image/webp;base64,${photo.webp.toString('base64')}`
}
