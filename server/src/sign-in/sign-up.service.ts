import { domainOf } from '@loadping/contract/mailboxes/free-mail'
import type { DataDeps, Deps } from '../context.ts'
import * as store from './sign-up.store.ts'

/** Whether an address may have an account here: it has one, was invited, or the operator lets it sign up. */
export async function mayComeIn(ctx: Deps, email: string): Promise<boolean> {
  const { isOpen, domains } = ctx.signUp
  if (isOpen) return true
  const isKnown = await store.isKnown(ctx.db, { email, now: ctx.now() })
  return isKnown || domains.includes(domainOf(email)) || ctx.administrators.includes(email)
}

/** Lets an address sign up, whoever else may. */
export const inviteToSignUp = ({ db, now }: DataDeps, email: string) =>
  store.addInvitation(db, { email, invitedAt: now() })

/** Forgets the invitation of an address that has an account now. */
export const endInvitation = ({ db }: Pick<Deps, 'db'>, email: string) => store.deleteInvitation(db, email)
