import { type DataDeps, type Deps, inTransaction } from '../context.ts'
import { afterRefusal, forgottenBefore, isOver, noRefusals, tryEnd } from './pause-rule.ts'
import { findReceiver } from './receivers.ts'
import * as store from './relay.store.ts'

/** An email of the relay. */
type RelayEmail = { id: string; toAddress: string }

/** Records that a receiver refused the relay itself, and pauses the relay's emails to it if the rule says so. */
export async function recordRefusal(ctx: Deps, { id, toAddress }: RelayEmail, reply: string): Promise<void> {
  const receiver = await findReceiver(ctx, toAddress)
  await inTransaction(ctx, async (tx) => {
    const known = await store.lockReceiver(tx.db, receiver, noRefusals(tx.now()))
    const state = afterRefusal(known, id, tx.now())
    await store.saveReceiver(tx.db, { receiver, ...state, reply })
    if (state.pausedUntil && state.pausedUntil !== known.pausedUntil)
      tx.log.error(
        { receiver, until: state.pausedUntil },
        'relay paused for a receiver that refuses it (npm run relay)',
      )
  })
}

/** Whether the relay's emails to any receiver are paused. */
export const isAnyPaused = async (ctx: DataDeps): Promise<boolean> => (await store.findPaused(ctx.db)) !== undefined

/** A paused receiver, and whether an email to it waits; else it is the one that is tried. */
export type Passage = { receiver: string; isHeld: boolean }

/** Returns whether an email must wait for its receiver; undefined if that is not paused. */
export async function passReceiver(ctx: Deps, { id: emailId, toAddress }: RelayEmail): Promise<Passage | undefined> {
  const receiver = await findReceiver(ctx, toAddress)
  const pause = await store.findPause(ctx.db, receiver)
  if (!pause) return undefined
  const now = ctx.now()
  const isTried =
    isOver(pause.pausedUntil, now) &&
    (await store.startTry(ctx.db, { receiver, ...pause, emailId, until: tryEnd(now), now }))
  return { receiver, isHeld: !isTried }
}

/** Returns when to look again, and lets no pause end before the transaction; undefined if it has ended. */
export async function lockPause(ctx: DataDeps, receiver: string): Promise<Date | undefined> {
  const pause = await store.lockPause(ctx.db, receiver)
  return pause && isOver(pause.pausedUntil, ctx.now()) ? ctx.now() : pause?.pausedUntil
}

/** Ends a pause because the email that was tried was accepted. The next pause within a day is longer. */
export const endPause = (ctx: DataDeps, { receiver, emailId }: { receiver: string; emailId: string }) =>
  store.endPause(ctx.db, { receiver, emailId, now: ctx.now() })

/** Forgets what is known of a receiver, and so ends its pause. Returns false if nothing is. */
export const forgetReceiver = (ctx: DataDeps, receiver: string): Promise<boolean> =>
  store.deleteReceiver(ctx.db, receiver)

/** Lists the receivers that refused the relay in the last day. */
export const listReceivers = (ctx: DataDeps) => store.listReceivers(ctx.db)

/** Forgets receivers that did not refuse for a day, also while nobody was tried. */
export const forgetOldReceivers = (ctx: DataDeps) => store.deleteReceivers(ctx.db, forgottenBefore(ctx.now()))
