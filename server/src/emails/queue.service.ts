import { randomUUID } from 'node:crypto'
import type { MailboxKind } from '@loadping/contract/mailboxes'
import { IdentityProviderId } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import type { InvitationMail } from './invitation-message.ts'
import * as store from './outbox.store.ts'
import type { ProductMailKind, SignInMail } from './product-mail.ts'

/** When a message that is accepted now is handed over, if nobody takes it back (D3.3). */
export const firstDue = (ctx: Deps): Date => new Date(ctx.now().getTime() + ctx.sending.undoSeconds * 1_000)

/** Puts a message that was just stored into the queue, in the same transaction. */
export const queueEmail = (ctx: Deps, { userId, id, mailboxKind }: { userId: string; id: string; mailboxKind: MailboxKind }) =>
  store.addWork(ctx.db, { id, kind: 'email', mailboxKind, userId, sealed: null, dueAt: firstDue(ctx), createdAt: ctx.now() })

/** When waiting messages are due. */
export async function listDue(ctx: Deps, emailIds: string[]): Promise<Map<string, Date>> {
  if (emailIds.length === 0) return new Map()
  return new Map((await store.listDue(ctx.db, emailIds)).map(({ id, dueAt }) => [id, dueAt]))
}

/** Queues a sign-in mail. */
export const queueSignInMail = (ctx: Deps, mail: SignInMail) => queueSealed(ctx, { kind: 'sign-in-mail', id: randomUUID(), said: mail })

/** Queues the mail of an invitation, in place of one that has not left yet. */
export const queueInvitationMail = (ctx: Deps, invitationId: string, mail: InvitationMail) =>
  queueSealed(ctx, { kind: 'invitation-mail', id: invitationId, said: mail })

/** Keeps the mail of an invitation from leaving; answers whether it had not left yet. */
export const cancelInvitationMail = async (ctx: Deps, invitationId: string): Promise<boolean> => (await store.deleteWork(ctx.db, invitationId)).length > 0

export const Revocation = z.object({ userId: z.string(), kind: IdentityProviderId, address: z.string(), sealedGrant: z.string() })
export type Revocation = z.infer<typeof Revocation>

/** Has a leave to send given back to its provider, and again until the provider has heard it. */
export const queueRevocation = (ctx: Deps, revocation: Revocation) => queueSealed(ctx, { kind: 'revocation', id: randomUUID(), said: revocation })

/** What such work says, links, codes and tokens too, is kept encrypted, and only until it is done. */
async function queueSealed(ctx: Deps, { kind, id, said }: { kind: ProductMailKind | 'revocation'; id: string; said: object }): Promise<void> {
  const now = ctx.now()
  await store.addWork(ctx.db, { id, kind, userId: null, sealed: ctx.keys.seal(JSON.stringify(said), id), dueAt: now, createdAt: now })
}

const dayMs = 86_400_000

/** Removes what no promise and no pace rests on any more: keys of two days ago (they are good for one), paces and windows that are over. */
export const sweepSending = (ctx: Deps): Promise<unknown> => store.deleteOld(ctx.db, { keys: daysAgo(ctx, 2), windows: daysAgo(ctx, 1) })

const daysAgo = (ctx: Deps, days: number): Date => new Date(ctx.now().getTime() - days * dayMs)
