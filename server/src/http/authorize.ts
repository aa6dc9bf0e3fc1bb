import { planFeatures } from '@loadping/contract/billing/plans'
import { extensionVersionHeader, isSupportedExtension } from '@loadping/contract/extension/extension-versions'
import type { Access, Endpoint } from '@loadping/contract/wire/endpoint'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { Caller, ClientInfo, Deps, PublicContext } from '../context.ts'
import { isLoopback } from '../loopback.ts'
import { networkOf } from '../network.ts'
import { logSecurityEvent } from '../security-events.ts'

/** Returns the caller of a valid bearer token. Passed in, because http/ imports no feature. */
export type FindCaller = (ctx: PublicContext) => Promise<Caller | undefined>

const isCarrier = ({ userType }: Caller): boolean => userType !== 'broker'

/** The access rules for signed-in callers. Brokers never manage a team, whatever their role. */
const accessRules: Record<Access, (caller: Caller) => boolean> = {
  public: () => true,
  user: () => true,
  carrier: isCarrier,
  broker: (caller) => !isCarrier(caller),
  manager: (caller) => isCarrier(caller) && caller.role === 'MANAGER',
  owner: (caller) => isCarrier(caller) && caller.ownsOrganization,
}

/**
 * Returns the caller, or throws if the session, audience, role or plan does not allow the call. Callers without a team
 * get `plan-limit` rather than `not-allowed`.
 */
export async function authorize(
  ctx: PublicContext,
  findCaller: FindCaller,
  { access, extension, feature }: Pick<Endpoint, 'access' | 'extension' | 'feature'>,
): Promise<Caller> {
  const caller = await findCaller(ctx)
  if (!caller) throw new Problem('not-signed-in', 'Please sign in.')
  if ((await ctx.machines.listAway([caller.userId])).size > 0) throw machineAway
  if (caller.audience === 'extension') {
    refuseOutdated(ctx)
    noteExtension(ctx, caller)
    if (!extension) throw refusedAs(ctx, caller, "The extension can't do this.")
  }

  const mayCall = accessRules[access](caller)
  const isInPlan = feature === undefined || (caller.plan !== null && planFeatures[caller.plan].includes(feature))
  const lacksPlan = isCarrier(caller) && !isInPlan
  if (lacksPlan && (mayCall || caller.organizationId === null))
    throw new Problem('plan-limit', "Your plan doesn't include this. It's part of the Business Plan.")
  if (!mayCall) throw refusedAs(ctx, caller, "You don't have permission to do this.")
  return caller
}

function refusedAs(ctx: PublicContext, { userId, sessionId, organizationId }: Caller, message: string): Problem {
  logSecurityEvent(ctx, 'access-refused', { userId, sessionId, organizationId })
  return new Problem('not-allowed', message)
}

const machineAway = new Problem(
  'unavailable',
  'The machine that keeps your data does not answer right now. Nothing is lost; try again in a minute.',
)

/** Rejects an extension that is older than the last two releases. */
function refuseOutdated({ client: { extensionVersion } }: PublicContext): void {
  if (extensionVersion === undefined || isSupportedExtension(extensionVersion)) return
  throw new Problem('update-needed', 'This version of the extension is too old. Update it.')
}

const maxExtensions = 10_000

/** Remembers which version of the extension a user has; of the last ten thousand users. */
function noteExtension(
  { client: { extensionVersion: version }, observed: { extensions }, now }: PublicContext,
  { userId }: Caller,
) {
  if (version === undefined) return
  extensions.delete(userId) // so that the map is in the order of the last calls
  extensions.set(userId, { version, at: now() })
  const [oldest] = extensions.size > maxExtensions ? extensions.keys() : []
  if (oldest !== undefined) extensions.delete(oldest)
}

/** What a request may use: its log lines have the request's id. */
export const contextOf = (deps: Deps, request: FastifyRequest): PublicContext => ({
  ...deps,
  log: request.log,
  client: readClientInfo(request),
})

function readClientInfo({ headers, ip }: FastifyRequest): ClientInfo {
  const [, bearer] = /^Bearer ([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '') ?? []
  return {
    ip,
    isThisMachine: isLoopback(ip),
    network: networkOf(ip),
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    bearer,
    origin: headers.origin,
    extensionVersion: headers[extensionVersionHeader]?.toString(),
    isPageLoad: ![undefined, 'empty'].includes(headers['sec-fetch-dest']?.toString()),
    isPrefetch: /prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`),
  }
}
