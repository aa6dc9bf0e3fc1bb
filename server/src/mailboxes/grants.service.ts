import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@loadping/contract/problem'
import { IdentityProviderId, identityProviders } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'
import type { HandOver, Mailbox, SmtpServer } from '../integrations/mailbox.ts'
import * as store from './mailboxes.store.ts'

type Grant = store.OwnMailbox
type Sealing = Pick<Deps, 'keys'>

/** What opens a mailbox is kept encrypted for this person and this kind alone: another's ciphertext in its place opens nothing (E17). */
export const sealGrant = ({ keys }: Sealing, { userId, kind }: Grant, grant: string): string => keys.seal(grant, `mailbox ${kind} ${userId}`)

/** Undefined where AUTH_SECRET was changed since, or where it is another's. */
function openGrant({ keys }: Sealing, { userId, kind }: Grant, sealed: string | null): string | undefined {
  try {
    return keys.open(sealed ?? '', `mailbox ${kind} ${userId}`)
  } catch {
    return undefined
  }
}

/** Why a mailbox cannot be opened although nobody closed it. */
export const unreadable = 'What opens this mailbox can no longer be read. Connect it again.'

const Server = z.object({ host: z.string(), port: z.union([z.literal(465), z.literal(587)]), user: z.string(), password: z.string() })

/** The server behind a mailbox of one's own; undefined where it cannot be read any more. */
export function openServer(ctx: Sealing, row: store.MailboxRow): SmtpServer | undefined {
  const grant = openGrant(ctx, row, row.sealedGrant)
  return grant === undefined ? undefined : Server.parse(JSON.parse(grant))
}

export const canOpen = (ctx: Sealing, row: store.MailboxRow): boolean => openGrant(ctx, row, row.sealedGrant) !== undefined

/** A mailbox ready to take a message, whatever it takes to open it. One that lets us in no more says so at its card from then on. */
export function openMailbox(ctx: Deps, row: store.MailboxRow): Mailbox {
  if (row.kind === 'relay') return ctx.relay
  if (row.failure !== null) return locked(row.failure)
  if (!canOpen(ctx, row)) return locked(unreadable)
  return {
    async handOver(message, beforeText) {
      const { used, handedOver } = await handOverFrom(ctx, row, (mailbox) => mailbox.handOver(message, once(beforeText)))
      return handedOver.outcome === 'locked' ? noteLock(ctx, used, handedOver.reason) : handedOver
    },
  }
}

const locked = (reason: string): Mailbox => ({ handOver: async () => ({ outcome: 'locked', reason }) })

/** Writes down that a mailbox let us in no more, unless it was connected anew meanwhile. */
async function noteLock(ctx: Deps, used: store.MailboxRow, words: string): Promise<HandOver> {
  const { data: provider } = IdentityProviderId.safeParse(used.kind)
  const failure = provider
    ? `${identityProviders[provider].name} no longer lets us send from ${used.address}. Connect it again.`
    : `Your mail server did not take the login. ${words}`
  await store.markLocked(ctx.db, used, failure)
  return { outcome: 'locked', reason: failure }
}

type Attempt = (mailbox: Mailbox) => Promise<HandOver>
type Attempted = { used: store.MailboxRow; handedOver: HandOver }

/**
 * Makes one attempt, with what opens the mailbox now. Over Google or Outlook an access token that is refused is renewed, and the message tried
 * once more, since it was provably not taken (E08). Answers also with which grant it was.
 */
async function handOverFrom(ctx: Deps, row: store.MailboxRow, attempt: Attempt): Promise<Attempted> {
  const server = row.kind === 'smtp' ? openServer(ctx, row) : undefined
  if (server) return { used: row, handedOver: await attempt(ctx.ownMailboxes.smtp(server)) }
  const { data: provider } = IdentityProviderId.safeParse(row.kind)
  const open = provider && ctx.ownMailboxes[provider]
  if (!provider || !open) return { used: row, handedOver: switchedOff }

  const kept = await readAccess(ctx, row)
  const first = kept && { used: kept.row, handedOver: await attempt(open(kept.accessToken)) }
  if (first && first.handedOver.outcome !== 'locked') return first
  const renewed = await renewAccess(ctx, provider, row, kept?.accessToken)
  if ('handedOver' in renewed) return renewed
  return { used: renewed.row, handedOver: await attempt(open(renewed.accessToken)) }
}

const switchedOff: HandOver = { outcome: 'later', reason: 'This way of sending is switched off at the moment.' }

type Access = { row: store.MailboxRow; accessToken: string }

const accessContext = ({ userId, kind }: Grant): string => `access ${kind} ${userId}`

/** The access token that was got last, while it is good for a minute more. */
async function readAccess(ctx: Deps, grant: Grant): Promise<Access | undefined> {
  const row = await store.findMailbox(ctx.db, grant)
  if (!row?.sealedAccess || !row.accessExpiresAt || row.accessExpiresAt.getTime() - 60_000 <= ctx.now().getTime()) return undefined
  try {
    return { row, accessToken: ctx.keys.open(row.sealedAccess, accessContext(row)) }
  } catch {
    return undefined // another's, or of another AUTH_SECRET: it opens nothing
  }
}

/** For so long one worker alone asks the provider; longer than a provider is waited for. */
const renewalMs = 15_000

/** A new access token: one worker asks for it at a time, and the others wait for what it gets. */
async function renewAccess(ctx: Deps, provider: IdentityProviderId, row: store.MailboxRow, refused: string | undefined): Promise<Access | Attempted> {
  for (let waited = 0; waited < renewalMs; waited += 200) {
    const now = ctx.now()
    const until = new Date(now.getTime() + renewalMs)
    const taken = await store.takeRenewal(ctx.db, row, { now, until })
    const meanwhile = await readAccess(ctx, row)
    if (meanwhile && meanwhile.accessToken !== refused) {
      if (taken) await store.endRenewal(ctx.db, taken, until, {})
      return meanwhile
    }
    if (taken) return askForAccess(ctx, provider, taken, until)
    await sleep(200)
  }
  return { used: row, handedOver: { outcome: 'later', reason: 'The leave to send could not be renewed in time.' } }
}

async function askForAccess(ctx: Deps, provider: IdentityProviderId, row: store.MailboxRow, until: Date): Promise<Access | Attempted> {
  const grant = openGrant(ctx, row, row.sealedGrant)
  const renewal = grant === undefined ? ({ outcome: 'refused', reason: unreadable } as const) : await ctx.identity[provider]?.renew(grant)
  if (renewal?.outcome !== 'renewed') {
    await store.endRenewal(ctx.db, row, until, {})
    if (!renewal) return { used: row, handedOver: switchedOff }
    return { used: row, handedOver: { outcome: renewal.outcome === 'refused' ? 'locked' : 'later', reason: renewal.reason } }
  }
  const { accessToken, seconds, refreshToken } = renewal
  const renewed = {
    sealedAccess: ctx.keys.seal(accessToken, accessContext(row)),
    accessExpiresAt: new Date(ctx.now().getTime() + seconds * 1_000),
    ...(refreshToken && { sealedGrant: sealGrant(ctx, row, refreshToken) }),
  }
  await store.endRenewal(ctx.db, row, until, renewed)
  return { row: { ...row, ...renewed }, accessToken }
}

/** Gives a leave back to the provider; false while it cannot be reached. What cannot be read any more cannot be given back either. */
export async function giveLeaveBack(ctx: Deps, grant: { userId: string; kind: IdentityProviderId }, sealed: string): Promise<boolean> {
  const token = openGrant(ctx, grant, sealed)
  const provider = ctx.identity[grant.kind]
  return token === undefined || provider === undefined || provider.revoke(token)
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
