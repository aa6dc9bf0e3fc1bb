import { pages } from '@loadping/contract/pages'
import { Problem } from '@loadping/contract/problem'
import { safeRedirect } from '@loadping/contract/rules/safe-redirect'
import { type IdentityProviderId, type ProviderProblem, secret } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import { keepPhoto } from '../account/photo.service.ts'
import { type Context, inTransaction, type PublicContext } from '../context.ts'
import type { Verdict, VouchedPerson } from '../integrations/identity-provider.ts'
import { randomToken } from '../keys.ts'
import { hasMailbox } from '../mailboxes/mailboxes.service.ts'
import { noteSecurity } from '../operations/security-events.service.ts'
import { makeArrivalCode } from './arrival-codes.service.ts'
import { findOrLinkAccount, followSendLeave } from './identities.service.ts'
import { requestLink } from './sign-in.service.ts'

/** How long a way to the provider and back may take. */
export const roundTripMinutes = 10

/** What the browser keeps, sealed, on its way to the provider and back. */
const RoundTrip = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  challenge: z.string(),
  redirect: z.string(),
  asksAgain: z.boolean(),
  /** Who is to get a mailbox by it; without one it signs in. */
  connectsFor: z.optional(z.string()),
  expiresAt: z.number(),
})
type RoundTrip = z.infer<typeof RoundTrip>

/** Where the browser goes next, with what it is to keep on the way; or what it brought back is worth nothing. */
export type Step = { location: string; trip?: { state: string; sealed: string } } | 'refused'

/** Sends a browser to a provider; the challenge says that it alone can use what comes back (D2.3). */
export async function beginRoundTrip(
  ctx: PublicContext,
  id: IdentityProviderId,
  { challenge, redirect, connect, asksAgain = false }: { challenge: unknown; redirect: unknown; connect?: unknown; asksAgain?: boolean },
): Promise<Step> {
  const { data: bound } = secret.safeParse(challenge)
  if (bound === undefined) return backToSignIn(ctx, 'failed')
  const ticket = connect === undefined ? undefined : openTicket(ctx, id, connect)
  if (connect !== undefined && ticket?.challenge !== bound) return backToMailboxes(ctx, { problem: 'failed' })

  const bounds = { state: randomToken(), nonce: randomToken(), verifier: randomToken() }
  const address = await ctx.identity[id]?.addressToAsk(bounds, { asksAgain: asksAgain || ticket !== undefined })
  if (!address) return ticket ? backToMailboxes(ctx, { problem: 'unavailable' }) : backToSignIn(ctx, 'unavailable')
  const expiresAt = ctx.now().getTime() + roundTripMinutes * 60_000
  const trip: RoundTrip = { ...bounds, challenge: bound, redirect: safeRedirect(redirect), asksAgain, expiresAt, ...(ticket && { connectsFor: ticket.userId }) }
  return { location: address.href, trip: { state: bounds.state, sealed: ctx.keys.seal(JSON.stringify(trip), sealContext(id)) } }
}

/** Takes a browser back from a provider; the answer must be the one to the trip that this browser began. */
export async function endRoundTrip(
  ctx: PublicContext,
  id: IdentityProviderId,
  { query, sealedTrip }: { query: URLSearchParams; sealedTrip: string | undefined },
): Promise<Step> {
  const trip = sealedTrip === undefined ? undefined : openTrip(ctx, id, sealedTrip)
  if (!trip) return refuse(ctx, id, 'this browser did not begin it, or too long ago')

  const verdict = await ctx.identity[id]?.judge(query, trip)
  if (!verdict) return backToSignIn(ctx, 'unavailable')
  if (trip.connectsFor !== undefined) return bringMailbox(ctx, id, { ...trip, userId: trip.connectsFor }, verdict)
  if (verdict.outcome === 'vouched') return welcome(ctx, id, trip, verdict.person)
  if (verdict.outcome === 'cancelled') return backToSignIn(ctx, 'cancelled', trip)
  if (verdict.outcome === 'refused') return refuse(ctx, id, verdict.reason)
  ctx.log.warn({ provider: id, reason: verdict.reason }, 'a provider cannot be asked')
  return backToSignIn(ctx, 'unavailable', trip)
}

async function welcome(ctx: PublicContext, id: IdentityProviderId, trip: RoundTrip, person: VouchedPerson): Promise<Step> {
  const { state, challenge, redirect, asksAgain } = trip
  const arrival = await inTransaction(ctx, async (inside) => {
    const account = await findOrLinkAccount(inside, person)
    if (!account) return undefined
    await followSendLeave(inside, account.id, id, person)
    const lacksGrant = person.maySend && !person.refreshToken && !asksAgain && !(await hasMailbox(inside, { userId: account.id, kind: id }))
    return { account, lacksGrant, code: await makeArrivalCode(inside, { state, userId: account.id, challenge }) }
  })
  if (!arrival) return proveByMail(ctx, person.email, trip)

  const { account, lacksGrant, code } = arrival
  if (!code) return refuse(ctx, id, 'the answer was used before')
  // The leave to send is renewed by a token that some providers give only together with the question.
  if (lacksGrant) return beginRoundTrip(ctx, id, { challenge, redirect, asksAgain: true })
  void keepPhoto(ctx, account.id, person.findPhoto)
  return { location: `${ctx.baseUrl}${pages.verifying}?${new URLSearchParams({ accessToken: code, redirect })}` }
}

/** Brings a mailbox to the person who began, if they let us send from it and the provider calls the address theirs. */
async function bringMailbox(ctx: PublicContext, id: IdentityProviderId, trip: RoundTrip & { userId: string }, verdict: Verdict): Promise<Step> {
  if (verdict.outcome !== 'vouched') return backToMailboxes(ctx, { problem: verdict.outcome === 'refused' ? 'failed' : verdict.outcome })
  const { email, isEmailProved, maySend, refreshToken } = verdict.person
  if (!email || !isEmailProved || !maySend || !refreshToken) return backToMailboxes(ctx, { problem: 'failed' })
  const code = await makeArrivalCode(ctx, { ...trip, mailbox: { kind: id, address: email, grant: refreshToken } })
  return code ? backToMailboxes(ctx, { mailbox: code }) : refuse(ctx, id, 'the answer was used before')
}

const backToMailboxes = (ctx: PublicContext, query: { mailbox: string } | { problem: ProviderProblem }): Step => ({
  location: `${ctx.baseUrl}${pages.email}?${new URLSearchParams(query)}`,
})

const Ticket = z.object({ userId: z.string(), challenge: z.string(), expiresAt: z.number() })

/** Lets a browser begin a way to a provider that connects a mailbox for this person, within a minute. */
export const sealTicket = (ctx: Context, id: IdentityProviderId, bound: { userId: string; challenge: string }): string =>
  ctx.keys.seal(JSON.stringify({ ...bound, expiresAt: ctx.now().getTime() + 60_000 }), `ticket ${id}`)

function openTicket(ctx: PublicContext, id: IdentityProviderId, sealed: unknown): z.infer<typeof Ticket> | undefined {
  try {
    const ticket = Ticket.parse(JSON.parse(ctx.keys.open(String(sealed), `ticket ${id}`)))
    return ticket.expiresAt > ctx.now().getTime() ? ticket : undefined
  } catch {
    return undefined // forged, or made for something else
  }
}

/** Nobody says that the address is theirs, so a mail asks (A10). */
async function proveByMail(ctx: PublicContext, email: string | undefined, { challenge, redirect }: RoundTrip): Promise<Step> {
  if (!email) return backToSignIn(ctx, 'failed', { redirect })
  try {
    await requestLink(ctx, { email, challenge, redirect })
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many') return backToSignIn(ctx, 'unavailable', { redirect })
    throw error
  }
  return { location: `${ctx.baseUrl}${pages.verifying}?${new URLSearchParams({ email, redirect })}` }
}

/** To the sign-in page, which says what went wrong, and still knows where the person wanted to go. */
const backToSignIn = (ctx: PublicContext, problem: ProviderProblem, { redirect = pages.home }: { redirect?: string } = {}): Step => {
  const query = new URLSearchParams({ problem, ...(redirect !== pages.home && { redirect }) })
  return { location: `${ctx.baseUrl}${pages.signIn}?${query}` }
}

function refuse(ctx: PublicContext, id: IdentityProviderId, reason: string): Step {
  noteSecurity(ctx, 'sign-in-failed', { way: id, reason })
  return 'refused'
}

function openTrip(ctx: PublicContext, id: IdentityProviderId, sealed: string): RoundTrip | undefined {
  try {
    const trip = RoundTrip.parse(JSON.parse(ctx.keys.open(sealed, sealContext(id))))
    return trip.expiresAt > ctx.now().getTime() ? trip : undefined
  } catch {
    return undefined // forged, foreign, made for the other provider: to us it is no trip
  }
}

/** What was sealed for one provider opens at no other, so that no answer is taken for another's. */
const sealContext = (id: IdentityProviderId): string => `round trip ${id}`
