import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Deps, inTransaction, type Payments, type PublicContext } from '../context.ts'
import { contextOf } from '../http/authorize.ts'
import { logSecurityEvent } from '../security-events.ts'
import { queueSync } from './billing-sync-job.ts'
import { addEvent, findCustomer } from './customers.store.ts'

export const webhookPath = '/webhooks/stripe'

/** As Stripe recommends. */
const toleranceSeconds = 300

const Id = z.string().check(z.regex(/^[!-~]{1,255}$/))
const Event = z.object({ id: Id, type: z.string(), livemode: z.boolean(), data: z.object({ object: z.unknown() }) })
type Event = z.infer<typeof Event>

/**
 * Receives what Stripe tells. An event is only a reason to compare its customer: nothing of it is stored but its id, in one
 * transaction with the job.
 */
export function serveWebhooks(app: FastifyInstance, deps: Deps): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    // The signature is over the bytes as sent.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
    const options = { schema: { hide: true }, config: { limit: 'public' }, bodyLimit: 512 * 1_024 } as const
    // Before the body is read, which is large and takes the time of others.
    const onRequest = async (request: FastifyRequest) => {
      if (deps.payments && !mayBeSigned(deps, request.headers['stripe-signature']))
        throw refuse(contextOf(deps, request), 'signature')
    }
    scope.post(webhookPath, { ...options, onRequest }, async (request) => {
      const ctx = contextOf(deps, request)
      if (!deps.payments) throw new Problem('billing-off', 'This server takes no payments.')
      const signed = verify(deps, deps.payments, request)
      if (signed === undefined) throw refuse(ctx, 'signature')
      const { data: event } = Event.safeParse(signed)
      if (!event) throw refuse(ctx, 'structure')
      return { received: await receive(deps, deps.payments, event) }
    })
    done()
  })
}

function refuse(ctx: PublicContext, reason: 'signature' | 'structure'): Problem {
  logSecurityEvent(ctx, 'webhook-refused', { reason })
  return new Problem('invalid-input', `The ${reason} is wrong.`)
}

/** Whether a header may be a signature of now, whatever the body is. */
function mayBeSigned({ now }: Deps, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string' || !/(^|,)v1=[0-9a-f]{64}(,|$)/.test(header)) return false
  const [, , seconds] = /(^|,)t=(\d{1,12})(,|$)/.exec(header) ?? []
  return seconds !== undefined && now().getTime() / 1_000 - Number(seconds) < toleranceSeconds + 1
}

/** Returns what was signed. The SDK promises a type that it does not check. */
function verify({ now }: Deps, { stripe, webhookSecrets }: Payments, request: FastifyRequest): unknown {
  const { body, headers } = request
  const signature = headers['stripe-signature']
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') return undefined
  for (const secret of webhookSecrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now().getTime())
    } catch {
      // made with the other secret, or by somebody else
    }
  }
  return undefined
}

/** Returns what became of an event. All but `queued` have no effect, and Stripe need not repeat them. */
async function receive(deps: Deps, { isLivemode }: Payments, event: Event): Promise<string> {
  const customerId = customerOf(event)
  if (event.livemode !== isLivemode) return ignore(deps, event, 'livemode')
  if (event.type.startsWith('charge.dispute.')) return ignore(deps, event, 'dispute')
  if (customerId === undefined || event.type === 'customer.created') return 'ignored'
  if (!(await findCustomer(deps.db, customerId))) return ignore(deps, event, 'unknown-customer')
  const isNew = await inTransaction(deps, async (tx) => {
    const isFirst = await addEvent(tx.db, { id: event.id, receivedAt: tx.now() })
    if (isFirst) await queueSync(tx, { customerId })
    return isFirst
  })
  if (isNew) deps.wakeJobs('billing-sync')
  return isNew ? 'queued' : 'repeated'
}

function ignore(deps: Deps, { type, id }: Event, reason: string): string {
  logSecurityEvent(deps, 'billing-alarm', { reason, kind: type, eventId: id })
  return 'ignored'
}

function customerOf({ data: { object } }: Event): string | undefined {
  const { customer, object: kind, id } = Object(object)
  return Id.safeParse(kind === 'customer' ? id : (customer?.id ?? customer)).data
}
