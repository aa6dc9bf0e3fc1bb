import type { Deps } from '../context.ts'
import * as store from './photo.store.ts'
import { toAvatar } from './photo-image.ts'

/** Returns a user's photo as a data URL. */
export async function findPhoto(ctx: Deps, userId: string): Promise<string | undefined> {
  const photo = await store.findPhoto(ctx.db, userId)
  return photo && toDataUrl(photo.webp)
}

export const toDataUrl = (webp: Buffer): string => `data:image/webp;base64,${webp.toString('base64')}`

/**
 * Stores a user's photo from a provider as a small avatar. Ignores anything that is not an image or cannot be fetched.
 */
export async function storePhoto(
  ctx: Deps,
  userId: string,
  fetchPhoto: () => Promise<Buffer | undefined>,
): Promise<void> {
  try {
    const bytes = await fetchPhoto()
    const webp = bytes && (await toAvatar(bytes))
    if (webp) return void (await store.savePhoto(ctx.db, { userId, webp, fetchedAt: ctx.now() }))
  } catch {
    // the same as no photo
  }
  ctx.log.debug({ userId }, 'no photo stored')
}
