import type { AccountContext } from '../../server/src/context.ts'
import { getAccountWithTeam } from '../../server/src/team/plan-grants.service.ts'
import { keysOf } from './keys-of.ts'
import type { CommandContext } from './word.ts'

/** Acts as a user, for what the user could do. */
export async function actAs(ctx: CommandContext, email: string): Promise<CommandContext & AccountContext> {
  const { userId, organizationId } = await getAccountWithTeam(ctx, email)
  return { ...ctx, keys: await keysOf(ctx), caller: { userId, email, organizationId } }
}
