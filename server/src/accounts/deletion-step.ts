import type { Deps } from '../context.ts'

/** A user whose account is deleted for good. */
export type DeletedUser = {
  userId: string
  email: string
  /** The team that goes with its owner, who is alone in it. */
  ownTeam: string | undefined
  /** The teams that go on, and keep what the user did for them. */
  keptTeams: string[]
}

/**
 * Deletes some of what a feature has of a deleted user, in a transaction of its own. While it returns true there is more.
 * Repeating it has no effect.
 */
export type DeletionStep = (ctx: Deps, user: DeletedUser) => Promise<unknown>

/** How many rows one step deletes, so that no transaction is long. */
export const deletionBatch = 1_000
