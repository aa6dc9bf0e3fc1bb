import { timingSafeEqual } from 'node:crypto'
import { pages } from '@loadping/contract/pages'
import type { Deps } from '../context.ts'

export type InvitationToken = { id: string; generation: number }

/** Returns an invitation's link, always the same: its token is computed and never stored. */
export const invitationLink = (ctx: Pick<Deps, 'keys' | 'baseUrl'>, invitation: InvitationToken): string =>
  `${ctx.baseUrl}${pages.invitation.replace(':urlToken', createToken(ctx, invitation))}`

/** Returns the invitation of a valid token, else undefined. */
export function readInvitationToken(ctx: Pick<Deps, 'keys'>, token: string): InvitationToken | undefined {
  const [, id = '', generation = ''] = /^([\da-f-]{36})\.([1-9]\d{0,8})\.[\w-]{43}$/.exec(token) ?? []
  const invitation = { id, generation: Number(generation) }
  const expected = createToken(ctx, invitation)
  return token.length === expected.length && timingSafeEqual(Buffer.from(token), Buffer.from(expected))
    ? invitation
    : undefined
}

const createToken = ({ keys }: Pick<Deps, 'keys'>, { id, generation }: InvitationToken): string =>
  `${id}.${generation}.${keys.hmac('invitation', `${id} ${generation}`)}`
