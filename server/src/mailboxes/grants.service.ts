import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@loadping/contract/problem'
import { IdentityProviderId, identityProviders } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import type { HandOver, Mailbox, OutgoingMessage, SmtpServer } from '../integrations/mailbox.ts'
import * as store from './mailboxes.store.ts'

type Grant = { userId: string; kind: store.OwnMailbox['kind'] }

/** What opens a mailbox is kept encrypted for this person and this kind alone: another's ciphertext in its place opens nothing (E17). */
export const sealGrant = (ctx: Pick<Deps, 'keys'>, { userId, kind }: Grant, grant: string): string => ctx.keys.seal(grant, `mailbox ${kind} ${userId}`)
const openGrant = (ctx: Pick<Deps, 'keys'>, { userId, kind }: Grant, sealed: string): string => ctx.keys.open(sealed, `mailbox ${kind} ${userId}`)
const accessContext = ({ userId, kind }: Grant): string => `access ${kind} ${userId}`

const Server = z.object({ host: z.string(), port: z.union([z.literal(465), z.literal(587)]), user: z.string(), password: z.string() })

/** The server behind a mailbox of one's own. */
export const openServer = (ctx: Pick<Deps, 'keys'>, row: store.MailboxRow): SmtpServer => Server.parse(JSON.parse(openGrant(ctx, row, row.sealedGrant ?? '')))

/** A mailbox ready to take a message, whatever it takes to open it. One that lets us in no more says so at its card from then on. */
export function openMailbox(ctx: Deps, row: store.MailboxRow): Mailbox {
  if (row.kind === 'relay') return ctx.relay
  if (row.failure !== null) return { handOver: async () => ({ outcome: 'locked', reason: row.failure ?? '' }) }
  const mailbox = row.kind === 'smtp' ? ctx.ownMailboxes.smtp(openServer(ctx, row)) : overProvider(ctx, row)
  return { handOver: async (message, beforeText) => noteLock(ctx, row, await mailbox.handOver(message, once(beforeText))) }
}

async function noteLock(ctx: Deps, row: store.MailboxRow, handedOver: HandOver): Promise<HandOver> {
  if (handedOver.outcome !== 'locked') return handedOver
  const name = IdentityProviderId.safeParse(row.kind).data
  const failure = name
    ? `${identityProviders[name].name} no longer lets us send from ${row.address}. Connect it again.`
    : `Your mail server did not take the login: ${handedOver.reason}`
  await store.endRenewal(ctx.db, row, { failure, sealedAccess: null, accessExpiresAt: null })
  return { outcome: 'locked', reason: failure }
}

/** Over Google or Outlook: an access token that is refused is renewed, and the message tried once more, since it was provably not taken (E08). */
const overProvider = (ctx: Deps, row: store.MailboxRow): Mailbox => ({
  async handOver(message, beforeText) {
    const kept = await findAccess(ctx, row)
    const first = kept ? await handOverWith(ctx, row, kept, message, beforeText) : undefined
    if (first && first.outcome !== 'locked') return first
    const renewed = await renewAccess(ctx, row, kept)
    return typeof renewed === 'string' ? handOverWith(ctx, row, renewed, message, beforeText) : renewed
  },
})

async function handOverWith(
  ctx: Deps,
  row: store.MailboxRow,
  accessToken: string,
  message: OutgoingMessage,
  beforeText: () => Promise<void>,
): Promise<HandOver> {
  const open = row.kind === 'google' || row.kind === 'outlook' ? ctx.ownMailboxes[row.kind] : undefined
  if (!open) return { outcome: 'later', reason: 'This way of sending is switched off at the moment.' }
  return open(accessToken).handOver(message, beforeText)
}

const findAccess = async (ctx: Deps, row: store.MailboxRow): Promise<string | undefined> => {
  const { sealedAccess, accessExpiresAt } = (await store.findMailbox(ctx.db, row)) ?? row
  if (!sealedAccess || !accessExpiresAt || accessExpiresAt.getTime() - 60_000 <= ctx.now().getTime()) return undefined
  return ctx.keys.open(sealedAccess, accessContext(row))
}

/** For so long one worker alone asks the provider; longer than that takes. */
const renewalMs = 15_000

/** A new access token: one worker asks for it at a time, and the others wait for what it gets. */
async function renewAccess(ctx: Deps, row: store.MailboxRow, refused: string | undefined): Promise<string | HandOver> {
  for (let waited = 0; waited < renewalMs; waited += 200) {
    const now = ctx.now()
    if (await store.takeRenewal(ctx.db, row, { now, until: new Date(now.getTime() + renewalMs) })) return askForAccess(ctx, row, refused)
    await sleep(200)
    const access = await findAccess(ctx, row)
    if (access && access !== refused) return access
  }
  return { outcome: 'later', reason: 'The leave to send could not be renewed in time.' }
}

async function askForAccess(ctx: Deps, row: store.MailboxRow, refused: string | undefined): Promise<string | HandOver> {
  const fresh = (await store.findMailbox(ctx.db, row)) ?? row
  const meanwhile = await findAccess(ctx, fresh)
  if (meanwhile && meanwhile !== refused) {
    await store.endRenewal(ctx.db, fresh, {})
    return meanwhile
  }
  const provider = row.kind === 'google' || row.kind === 'outlook' ? ctx.identity[row.kind] : undefined
  const renewal = await provider?.renew(openGrant(ctx, fresh, fresh.sealedGrant ?? ''))
  if (renewal?.outcome !== 'renewed') {
    await store.endRenewal(ctx.db, fresh, {})
    const reason = renewal?.reason ?? 'This way of sending is switched off at the moment.'
    return { outcome: renewal?.outcome === 'refused' ? 'locked' : 'later', reason }
  }
  const { accessToken, seconds, refreshToken } = renewal
  await store.endRenewal(ctx.db, fresh, {
    sealedAccess: ctx.keys.seal(accessToken, accessContext(row)),
    accessExpiresAt: new Date(ctx.now().getTime() + seconds * 1_000),
    ...(refreshToken && { sealedGrant: sealGrant(ctx, row, refreshToken) }),
  })
  return accessToken
}

/** Gives a leave back to the provider; false while it cannot be reached. What cannot be opened any more cannot be given back either. */
export async function giveLeaveBack(ctx: Deps, grant: Grant, sealed: string): Promise<boolean> {
  const provider = grant.kind === 'google' || grant.kind === 'outlook' ? ctx.identity[grant.kind] : undefined
  return provider ? provider.revoke(openGrant(ctx, grant, sealed)) : true
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

/** What a hand-over that did not come to its end means to the person who waits for it. */
export function refusalOf(handedOver: HandOver): Problem | undefined {
  if (handedOver.outcome === 'accepted') return undefined
  const code = handedOver.outcome === 'refused' || handedOver.outcome === 'locked' ? 'not-allowed' : 'unavailable'
  return new Problem(code, handedOver.reason)
}
