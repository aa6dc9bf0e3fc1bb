import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { devPaths } from '@loadping/contract/extension/extension-bridge'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openStorage } from '../oidc-storage.ts'
import { type CardEntry, changeCardInPortal, type PayOutcome, payHostedInvoice, paySession } from './checkout.ts'
import {
  checkoutPage,
  closedCheckoutPage,
  invoicePage,
  invoicePdf,
  portalPage,
  type Shown,
  unknownPage,
} from './hosted-pages.ts'
import { configurationOf } from './portal-configurations.ts'
import { createSimulator, type StripeSimulator } from './simulator.ts'
import { disorders, isFaultKind, simulatorPage } from './simulator-page.ts'
import { day, noDisorder, type PortalSession, type State } from './state.ts'
import { closeSchedule } from './subscription-ends.ts'
import { changeTerms, setCancelAt } from './subscriptions.ts'

/** Where the simulator is; the paths of Stripe's API follow. */
export const stripePath = `${devPaths.dev}stripe`

/** Change it with the rows of the state: what another version saved is left aside. */
const stateKey = 'stripe-3'

const hidden = { schema: { hide: true } }

type Located = { baseUrl: string; folder: string | undefined; now: () => Date }

/** Opens the simulator. With a folder, what it knows survives restarts. */
export function openSimulator(dev: FastifyInstance, { baseUrl, folder, now }: Located): StripeSimulator {
  const storage = openStorage(folder && join(folder, 'stripe.sqlite'))
  const saved: State | undefined = storage.find('state', stateKey)
  const simulator = createSimulator({
    now,
    pages: `${baseUrl}${stripePath}`,
    saved,
    save: (state) => storage.save('state', stateKey, state),
  })
  const timer = setInterval(() => {
    simulator.state() // what is due by now happens
    void simulator.deliver()
  }, 1_000).unref()
  dev.addHook('onClose', async () => {
    clearInterval(timer)
    storage.close()
  })
  return simulator
}

/** Serves the simulator: Stripe's API, its hosted pages, and a page that moves the clock and sets the disorder. */
export function serveStripe(dev: FastifyInstance, simulator: StripeSimulator, baseUrl: string): void {
  dev.register((stripe, _options, done) => {
    stripe.removeAllContentTypeParsers()
    stripe.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body)
    stripe.route({
      method: ['GET', 'POST', 'DELETE'],
      url: `${stripePath}/v1/*`,
      ...hidden,
      handler: async (request, reply) => {
        const answer = await ask(simulator, request, baseUrl)
        if (!answer) return reply.hijack().raw.destroy()
        void simulator.deliver() // Stripe answers first
        return reply
          .code(answer.status)
          .headers(Object.fromEntries(answer.headers))
          .send(await answer.text())
      },
    })
    servePages(stripe, simulator)
    serveSettings(stripe, simulator)
    done()
  })
}

/** Passes a request of the API on. Returns nothing if the simulator is set to end the connection. */
async function ask(
  simulator: StripeSimulator,
  request: FastifyRequest,
  baseUrl: string,
): Promise<Response | undefined> {
  const isFailing = simulator.state().fault !== null
  const answer = simulator.fetch(`${baseUrl}${request.raw.url}`, {
    method: request.method,
    headers: headersOf(request),
    signal: AbortSignal.timeout(20_000),
    ...(typeof request.body === 'string' && { body: request.body }),
  })
  return isFailing ? answer.catch(() => undefined) : answer
}

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const fieldsOf = ({ body }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(typeof body === 'string' ? body : '')

function readCard(fields: URLSearchParams): CardEntry {
  const authentication = fields.get('authentication')
  return {
    number: fields.get('card') ?? '',
    ...((authentication === 'completed' || authentication === 'abandoned') && { authentication }),
  }
}

const shownAfter = (outcome: PayOutcome, { number }: CardEntry): Shown =>
  outcome === 'needs-authentication' ? { confirm: number } : { declined: outcome === 'declined' }

const html = (reply: FastifyReply, page: string, status = 200) => reply.code(status).type('text/html').send(page)

function servePages(stripe: FastifyInstance, simulator: StripeSimulator): void {
  /** Serves a page and its form. `submit` says where to go next, or what to show above the page. */
  const serve = <Row>(
    kind: string,
    find: (state: State, id: string) => Row | undefined,
    show: (state: State, row: Row, shown: Shown) => string,
    submit: (row: Row, fields: URLSearchParams) => string | Shown,
  ) => {
    const url = `${stripePath}/${kind}/:id`
    const page = (id: string, reply: FastifyReply, shown: Shown = {}) => {
      const state = simulator.state()
      const row = find(state, id)
      return row === undefined ? html(reply, unknownPage(state), 404) : html(reply, show(state, row, shown))
    }
    stripe.get<{ Params: { id: string } }>(url, hidden, (request, reply) => page(request.params.id, reply))
    stripe.post<{ Params: { id: string } }>(url, hidden, async (request, reply) => {
      const { id } = request.params
      const row = find(simulator.state(), id)
      const next = row === undefined ? {} : submit(row, fieldsOf(request))
      await Promise.race([simulator.deliver(), setTimeout(10_000, undefined, { ref: false })]) // as Stripe waits
      return typeof next === 'string' ? reply.redirect(next, 303) : page(id, reply, next)
    })
  }

  serve(
    'checkout',
    ({ sessions }, id) => sessions[id],
    (state, row, shown) => (row.status === 'open' ? checkoutPage(state, row, shown) : closedCheckoutPage(state, row)),
    ({ id, status, successUrl }, fields) => {
      if (status !== 'open') return {}
      const entry = readCard(fields)
      const given = fields.get('action') === 'without-card' ? undefined : entry
      const outcome = simulator.change((draft) => paySession(draft, id, given))
      return outcome === 'paid' ? successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id) : shownAfter(outcome, entry)
    },
  )
  serve(
    'portal',
    ({ portals }, id) => portals[id],
    portalPage,
    (session, fields) => {
      const outcome = simulator.change((draft) => changeInPortal(draft, session, fields))
      return outcome === 'paid' ? `${stripePath}/portal/${session.id}` : shownAfter(outcome, readCard(fields))
    },
  )
  serve(
    'invoice',
    ({ invoices }, id) => invoices[id],
    invoicePage,
    ({ id, status, settles }, fields) => {
      if (status !== 'open' || settles) return {}
      const outcome = simulator.change((draft) => payHostedInvoice(draft, id, readCard(fields)))
      return outcome === 'paid' ? `${stripePath}/invoice/${id}` : shownAfter(outcome, readCard(fields))
    },
  )
  stripe.get<{ Params: { id: string } }>(`${stripePath}/invoice/:id/pdf`, hidden, (request, reply) => {
    const state = simulator.state()
    const invoice = state.invoices[request.params.id]
    return invoice
      ? reply.type('application/pdf').send(invoicePdf(state, invoice))
      : html(reply, unknownPage(state), 404)
  })
}

/** Does what a person chose in the portal, with a subscription of their own, if the portal offers it. */
function changeInPortal(draft: State, session: PortalSession, fields: URLSearchParams): PayOutcome {
  const { customerId, configurationId } = session
  const offered = configurationOf(draft, configurationId)
  const id = fields.get('cancel') ?? fields.get('keep') ?? fields.get('change')
  if (id === null) return offered.changesCard ? changeCardInPortal(draft, customerId, readCard(fields)) : 'declined'
  const subscription = draft.subscriptions[id]
  if (subscription?.customerId !== customerId || subscription.endedAt !== null) return 'paid'
  const quantity = Number(fields.get('seats'))
  if (fields.has('change')) {
    const isOffered = offered.changesSeats && Number.isInteger(quantity) && quantity >= 1
    if (isOffered) changeTerms(draft, id, { quantity, prorations: 'create_prorations', payment: 'allow_incomplete' })
  } else if (offered.cancels) {
    if (subscription.scheduleId !== null) closeSchedule(draft, subscription.scheduleId, 'released')
    setCancelAt(draft, id, fields.has('cancel') ? subscription.periodEnd : null)
  }
  return 'paid'
}

function serveSettings(stripe: FastifyInstance, simulator: StripeSimulator): void {
  stripe.get(stripePath, hidden, (_request, reply) => html(reply, simulatorPage(simulator.state())))
  stripe.post(`${stripePath}/clock`, hidden, async (request, reply) => {
    const fields = fieldsOf(request)
    const days = fields.get('days')
    if (days === 'next') simulator.advanceToNext()
    else if (/^\d{1,3}$/.test(days ?? '')) simulator.advance(Number(days) * day)
    await simulator.deliver()
    const back = fields.get('back') ?? ''
    return reply.redirect(/^\/dev\/stripe(\/[\w/]+)?$/.test(back) ? back : stripePath, 303)
  })
  stripe.post(`${stripePath}/settings`, hidden, (request, reply) => {
    simulator.configure(readSettings(fieldsOf(request)))
    return reply.redirect(stripePath, 303)
  })
}

function readSettings(fields: URLSearchParams): Pick<State, 'disorder' | 'fault' | 'afterDunning' | 'taxPercent'> {
  const shares = Object.keys(disorders).map((name) => [name, Math.min(100, Number(fields.get(name)) || 0) / 100])
  const kind = fields.get('fault')
  const after = fields.get('afterDunning')
  const isFault = kind !== null && isFaultKind(kind)
  return {
    disorder: { ...noDisorder, ...Object.fromEntries(shares) },
    fault: isFault ? { kind, left: 3 } : null,
    afterDunning: after === 'unpaid' || after === 'past_due' ? after : 'cancel',
    taxPercent: Math.min(100, Math.max(0, Number(fields.get('taxPercent')) || 0)),
  }
}
