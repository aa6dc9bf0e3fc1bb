import type { Role } from '@loadping/contract/team'
import type { DataDeps } from '../context.ts'
import * as store from './membership.store.ts'

/** In whose name a person acts: their organisation, in which they stay until the transaction ends, or null. */
export const holdOrganizationOf = async (ctx: DataDeps, userId: string): Promise<string | null> =>
  (await store.holdMembership(ctx.db, userId))?.organizationId ?? null

/** A person's role, which nobody changes until the transaction ends; a USER without an organisation. */
export const holdRoleOf = async (ctx: DataDeps, userId: string): Promise<Role> => (await store.lockMembership(ctx.db, userId))?.role ?? 'USER'
