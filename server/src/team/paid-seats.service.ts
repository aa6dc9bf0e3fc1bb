import { type ChangeResult, SeatChange, type SeatPreview } from '@loadping/contract/billing/billing'
import { maxSeats, minSeats } from '@loadping/contract/billing/plans'
import { countOf, formatCount } from '@loadping/contract/format/counts'
import { Problem } from '@loadping/contract/wire/problem'
import type * as z from 'zod/mini'
import { changeSeatsTo, previewSeatChange } from '../billing/plan-changes.service.ts'
import { type Context, inTransaction } from '../context.ts'
import { lockManagedTeam } from './managed-team.service.ts'
import { countUsedSeats } from './seats.service.ts'
import { lockOrganization } from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'

/** Returns what another number of seats costs the caller's team. */
export async function previewSeats(ctx: Context, seats: number): Promise<SeatPreview> {
  const { error } = SeatChange.safeParse({ seats })
  if (error) throw new Problem('invalid-input', `Enter ${minSeats} to ${formatCount(maxSeats)} seats.`)
  const inUse = await countUsedSeats(ctx, ctx.caller.organizationId ?? '')
  return { ...(await previewSeatChange(ctx, seats)), inUse }
}

/** Changes the seats that the caller's team pays for. Never below those in use, and nobody is removed. */
export async function changeSeats(
  ctx: Context,
  { seats, pricedAt }: z.output<typeof SeatChange>,
): Promise<ChangeResult> {
  const team = await inTransaction(ctx, async (tx) => {
    const managed = await lockManagedTeam(tx)
    const inUse = await countUsedSeats(tx, managed.id)
    if (seats < inUse)
      throw new Problem('invalid-input', `${countOf(inUse, 'seat')} are in use. Remove members or invitations first.`, {
        seats: `${countOf(inUse, 'seat')} are in use`,
      })
    return managed
  })
  const result = await changeSeatsTo(ctx, seats, pricedAt)
  if (result.outcome !== 'unpaid')
    await inTransaction(ctx, async (tx) => {
      const { email: actor } = tx.caller
      const locked = await lockOrganization(tx.db, team.id)
      if (locked) await recordActivity(tx, team.id, { actor, action: 'seats-changed', detail: String(seats) })
    })
  return result
}
