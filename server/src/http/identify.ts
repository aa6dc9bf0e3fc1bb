import type { Access, Endpoint } from '@loadping/contract/endpoint'
import { Problem } from '@loadping/contract/problem'
import type { FastifyRequest } from 'fastify'
import type { Caller, PublicContext, Visitor } from '../context.ts'
import { findCaller } from '../sign-in/sessions.service.ts'
import { isLoopback } from './limits.ts'

/** Who may pass, beyond being signed in. Organisations bring the last two rules. */
const mayPass: Record<Exclude<Access, 'public'>, (caller: Caller) => boolean> = {
  user: () => true,
  carrier: ({ userType }) => userType !== 'broker',
  manager: () => false,
  owner: () => false,
}

/** The caller of a request, or a refusal: nobody, a session that ended, the extension where it has no business, someone without the right. */
export async function identify(ctx: PublicContext, { access, extension }: Endpoint): Promise<Caller> {
  const caller = await findCaller(ctx)
  if (!caller) throw new Problem('not-signed-in', 'Please sign in.')
  if (caller.audience === 'extension' && !extension) throw new Problem('not-allowed', 'The extension cannot do this.')
  if (access !== 'public' && !mayPass[access](caller)) throw new Problem('not-allowed', 'You may not do this.')
  return caller
}

export function readVisitor({ headers, ip }: FastifyRequest): Visitor {
  const [, bearer] = /^Bearer ([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '') ?? []
  return {
    isThisMachine: isLoopback(ip),
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    bearer,
    origin: headers.origin,
    isPrefetch: /prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`),
  }
}
