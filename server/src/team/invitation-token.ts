import { timingSafeEqual } from 'node:crypto'
import { pages } from '@loadping/contract/pages'
import type { Deps } from '../context.ts'

export type InvitationToken = { id: string; generation: number }

/** The link of an invitation: the same each time, because its token is computed and kept nowhere. */
export const invitationLink = (ctx: Pick<Deps, 'keys' | 'baseUrl'>, invitation: InvitationToken): string =>
  `${ctx.baseUrl}${pages.invitation.replace(':urlToken', writeToken(ctx, invitation))}`

/** The invitation that a token of ours names; undefined for any other text. */
export function readInvitationToken(ctx: Pick<Deps, 'keys'>, token: string): InvitationToken | undefined {
  const [, id = '', generation = ''] = /^([\da-f-]{36})\.([1-9]\d{0,8})\.[\w-]{43}$/.exec(token) ?? []
  const named = { id, generation: Number(generation) }
  const expected = writeToken(ctx, named)
  return token.length === expected.length && timingSafeEqual(Buffer.from(token), Buffer.from(expected))
    ? named
    : undefined
}

const writeToken = ({ keys }: Pick<Deps, 'keys'>, { id, generation }: InvitationToken): string =>
  `${id}.${generation}.${keys.hmac('invitation', `${id} ${generation}`)}`
