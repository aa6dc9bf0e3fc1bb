import { trialHashYears } from '@loadping/contract/billing/plans'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import type { Deps } from '../context.ts'
import { normalizeAddress } from './trial-address.ts'
import * as store from './trials.store.ts'

/** Whose a trial is: the address of a new account, and who they are at a provider. */
type TrialOf = { address: string; identity?: { issuer: string; subject: string } | undefined }

/**
 * Records that a user's address and identity have had their trial. Returns false if one of them had it before. Needs a
 * transaction.
 */
export async function claimTrial(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  userId: string,
  { address, identity }: TrialOf,
): Promise<boolean> {
  const names = [`address ${normalizeAddress(address)}`]
  if (identity) names.push(`identity ${identity.issuer} ${identity.subject}`)
  const hashes = names.map((name) => keys.hmac('trial', name)).sort() // one order, to avoid deadlocks
  const added = await store.addTrials(
    db,
    hashes.map((hash) => ({ hash, keyId: keys.hashId, userId })),
  )
  return added === hashes.length
}

/** Forgets the trials of accounts that were deleted two years ago. */
export const forgetOldTrials = ({ db, now }: Pick<Deps, 'db' | 'now'>) => store.deleteTrials(db, now())

/** Keeps only the hashes of a deleted user's trial, for two years. */
export const releaseTrial: DeletionStep = ({ db, now }, { userId }) => {
  const expiresAt = new Date(now())
  expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + trialHashYears)
  return store.releaseTrials(db, userId, expiresAt)
}
