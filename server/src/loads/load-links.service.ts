import { randomBytes } from 'node:crypto'
import { equipmentName } from '@loadping/contract/boards/equipment'
import { linkHours, type SharedLoad } from '@loadping/contract/loads/saved-loads'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, type Deps, inTransaction, type PublicContext } from '../context.ts'
import { hashToken } from '../keys.ts'
import { findLane } from './load-distance.service.ts'
import * as store from './load-links.store.ts'
import { findLoad } from './loads.store.ts'
import { findVisibleLoad } from './visible-loads.service.ts'

/** Creates a link of 128 random bits to a load of the caller or a teammate, and revokes the earlier one. */
export const createLink = (ctx: Context, id: string): Promise<{ key: string; expiresAt: string }> =>
  inTransaction(ctx, async (tx) => {
    const link = await findLinked(tx, id)
    const key = randomBytes(16).toString('base64url')
    const expiresAt = new Date(tx.now().getTime() + linkHours * 3_600_000)
    await store.replaceLink(tx.db, link, { keyHash: hashToken(key), expiresAt })
    return { key, expiresAt: expiresAt.toISOString() }
  })

export async function revokeLink(ctx: Context, id: string): Promise<null> {
  await store.removeLink(ctx.db, await findLinked(ctx, id))
  return null
}

async function findLinked(ctx: Context, id: string) {
  const { userId } = await findVisibleLoad(ctx, id)
  return { userId, loadId: id }
}

/** Returns what a link shows: the plan of a load, without board, people, rate and history. */
export async function getSharedLoad(ctx: PublicContext, key: string): Promise<SharedLoad> {
  const link = await store.findLink(ctx.db, hashToken(key), ctx.now())
  const load = link && (await findLoad(ctx.db, { userIds: [link.userId], id: link.loadId }))
  if (!load) throw new Problem('not-found', 'This link has expired or was revoked.')
  const { facts } = load
  return {
    facts: {
      origin: facts.origin,
      dest: facts.dest,
      equipment: facts.equipment && equipmentName(facts.board, facts.equipment),
      pickupDay: facts.pickupDay,
      pickupUntilDay: facts.pickupUntilDay,
      pickupTime: facts.pickupTime,
      pickupUntilTime: facts.pickupUntilTime,
      deliveryDay: facts.deliveryDay,
      deliveryTime: facts.deliveryTime,
      fullPartial: facts.fullPartial,
      lengthFeet: facts.lengthFeet,
      weightPounds: facts.weightPounds,
      temperature: facts.temperature,
      tripMiles: facts.tripMiles,
    },
    distance: await findLane(ctx, facts),
    expiresAt: link.expiresAt.toISOString(),
  }
}

export const removeExpiredLinks = (ctx: Deps) => store.removeExpired(ctx.db, ctx.now())
