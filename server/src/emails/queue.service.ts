import { randomUUID } from 'node:crypto'
import type { MailboxKind } from '@loadping/contract/mailboxes'
import { IdentityProviderId } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import type { InvitationMail } from './invitation-email.ts'
import * as store from './jobs.store.ts'
import type { ProductEmailKind, SignInMail } from './product-emails.ts'

/** When a message that is accepted now is handed over, if nobody takes it back (D3.3). */
export const initialDueAt = (ctx: Deps): Date => new Date(ctx.now().getTime() + ctx.sendSettings.undoSeconds * 1_000)

/** Puts a message that was just stored into the queue, in the same transaction. */
export const queueEmail = (
  ctx: Deps,
  { userId, id, mailboxKind }: { userId: string; id: string; mailboxKind: MailboxKind },
) =>
  store.addJob(ctx.db, {
    id,
    kind: 'email',
    mailboxKind,
    userId,
    encryptedPayload: null,
    dueAt: initialDueAt(ctx),
    createdAt: ctx.now(),
  })

/** When waiting messages are due. */
export async function listDueTimes(ctx: Deps, emailIds: string[]): Promise<Map<string, Date>> {
  if (emailIds.length === 0) return new Map()
  return new Map((await store.listDueTimes(ctx.db, emailIds)).map(({ id, dueAt }) => [id, dueAt]))
}

/** Queues a sign-in mail. */
export const queueSignInEmail = (ctx: Deps, mail: SignInMail) =>
  queueEncrypted(ctx, { kind: 'sign-in-email', id: randomUUID(), payload: mail })

/** Queues the mail of an invitation, in place of one that has not left yet. */
export const queueInvitationEmail = (ctx: Deps, invitationId: string, mail: InvitationMail) =>
  queueEncrypted(ctx, { kind: 'invitation-email', id: invitationId, payload: mail })

/** Keeps the mail of an invitation from leaving; answers whether it had not left yet. */
export const cancelInvitationEmail = async (ctx: Deps, invitationId: string): Promise<boolean> =>
  (await store.deleteJob(ctx.db, invitationId)).length > 0

export const Revocation = z.object({
  userId: z.string(),
  kind: IdentityProviderId,
  address: z.string(),
  encryptedCredentials: z.string(),
})
export type Revocation = z.infer<typeof Revocation>

/** Has a leave to send given back to its provider, and again until the provider has heard it. */
export const queueRevocation = (ctx: Deps, revocation: Revocation) =>
  queueEncrypted(ctx, { kind: 'permission-revocation', id: randomUUID(), payload: revocation })

/** What such work says, links, codes and tokens too, is kept encrypted, and only until it is done. */
async function queueEncrypted(
  ctx: Deps,
  { kind, id, payload }: { kind: ProductEmailKind | 'permission-revocation'; id: string; payload: object },
): Promise<void> {
  const now = ctx.now()
  await store.addJob(ctx.db, {
    id,
    kind,
    userId: null,
    encryptedPayload: ctx.keys.encrypt(JSON.stringify(payload), id),
    dueAt: now,
    createdAt: now,
  })
}

const dayMs = 86_400_000

/** Removes what no promise and no pace rests on any more: keys of two days ago (they are good for one), paces and windows that are over. */
export const deleteExpiredSendData = (ctx: Deps): Promise<unknown> =>
  store.deleteExpired(ctx.db, { keys: daysAgo(ctx, 2), windows: daysAgo(ctx, 1) })

const daysAgo = (ctx: Deps, days: number): Date => new Date(ctx.now().getTime() - days * dayMs)
