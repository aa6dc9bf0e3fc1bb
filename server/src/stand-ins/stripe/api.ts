import { createHash } from 'node:crypto'
import { apiVersion } from '../../integrations/stripe.ts'
import { chargeRoutes } from './api-charges.ts'
import { customerRoutes } from './api-customers.ts'
import { invoiceRoutes } from './api-invoices.ts'
import type { Route } from './api-route.ts'
import { sessionRoutes } from './api-sessions.ts'
import { subscriptionRoutes } from './api-subscriptions.ts'
import { decodeForm } from './form.ts'
import { configurationRoutes } from './portal-configurations.ts'
import { invalid, type Refusal, refusalOf } from './refusal.ts'
import { day, newId, type State, transition } from './state.ts'
import { forgetOld } from './webhooks.ts'

export type ApiRequest = { method: string; path: string; query: string; body: string; headers: Headers }
export type ApiAnswer = {
  status: number
  body: string
  headers: Record<string, string>
  /** What becomes of the connection, if the answer does not arrive. */
  connection?: 'ends' | 'hangs'
}

const routes: Route[] = [
  ...customerRoutes,
  ...sessionRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...chargeRoutes,
  ...configurationRoutes,
]

/** Answers a request as Stripe does, and returns the state after it. */
export function answerRequest(state: State, request: ApiRequest): { state: State; answer: ApiAnswer } {
  const { fault } = state
  if (!fault) return runKnown(state, request)
  const left = { ...state, fault: fault.left > 1 ? { ...fault, left: fault.left - 1 } : null }
  if (fault.kind !== 'lost-answer') return { state: left, answer: faults[fault.kind] }
  const done = runKnown(left, request)
  return { ...done, answer: { ...done.answer, connection: 'ends' } }
}

function runKnown(state: State, request: ApiRequest): { state: State; answer: ApiAnswer } {
  const refused = checkHeaders(request)
  if (refused) return { state, answer: toAnswer(refused) }
  const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
  return key === null ? runRequest(state, request) : runOnce(state, request, key)
}

const refuse = (status: number, error: Refusal['error']): Refusal => ({ status, error })

const toAnswer = ({ status, error }: Refusal): ApiAnswer => ({ status, body: JSON.stringify({ error }), headers: {} })

/** What the API answers while it fails. */
const faults: Record<Exclude<NonNullable<State['fault']>['kind'], 'lost-answer'>, ApiAnswer> = {
  'rate-limit': toAnswer(
    refuse(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Too many requests hit the API too quickly.',
    }),
  ),
  'server-error': toAnswer(refuse(500, { type: 'api_error', message: 'An unknown error occurred.' })),
  'no-connection': { status: 500, body: '', headers: {}, connection: 'ends' },
  slow: { status: 500, body: '', headers: {}, connection: 'hangs' },
  nonsense: { status: 200, body: '<html>Bad gateway</html>', headers: {} },
}

function checkHeaders({ headers }: ApiRequest): Refusal | undefined {
  if (!/^Bearer sk_test_\w+/.test(headers.get('authorization') ?? ''))
    return refuse(401, {
      type: 'invalid_request_error',
      message: 'Invalid API Key provided. Keys of the simulator begin with sk_test_.',
    })
  const version = headers.get('stripe-version')
  if (version === null || version === apiVersion) return undefined
  const message = `Invalid Stripe API version: ${version}. The simulator speaks ${apiVersion} only.`
  return refuse(400, { type: 'invalid_request_error', message })
}

/** Answers a key's first request, and its repetitions with the same; another request under that key is refused. */
function runOnce(state: State, request: ApiRequest, key: string): { state: State; answer: ApiAnswer } {
  const { method, path, body } = request
  const print = createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex')
  const stored = state.answers[key]
  const known = stored && stored.created > state.now - day ? stored : undefined
  if (known && known.request !== print) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    return { state, answer: toAnswer(refuse(400, { type: 'idempotency_error', message })) }
  }
  if (known) {
    const { status, body: before } = known
    return { state, answer: { status, body: before, headers: { 'idempotent-replayed': 'true' } } }
  }
  const done = runRequest(state, request)
  const { status } = done.answer
  if (status !== 200 && status !== 402) return done // nothing happened, so the key is still free
  const answer = { request: print, status, body: done.answer.body, created: state.now }
  return { ...done, state: { ...done.state, answers: { ...done.state.answers, [key]: answer } } }
}

function runRequest(state: State, request: ApiRequest): { state: State; answer: ApiAnswer } {
  try {
    if (request.method === 'GET') {
      const answer = { status: 200, body: JSON.stringify(runRoute(state, request)), headers: {} }
      return { state, answer }
    }
    const done = transition(state, (draft) => {
      forgetOld(draft)
      const headers = { 'request-id': newId(draft, 'req') }
      try {
        return { status: 200, body: JSON.stringify(runRoute(draft, request)), headers }
      } catch (error) {
        const refusal = refusalOf(error)
        if (!refusal?.isKept) throw error
        return { ...toAnswer(refusal), headers }
      }
    })
    return { state: done.state, answer: done.result }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return { state, answer: toAnswer(refusal) }
  }
}

function runRoute(draft: State, { method, path, query, body }: ApiRequest): object {
  for (const route of routes) {
    const id = route.method === method ? matchPath(route.path, path) : undefined
    if (id !== undefined) return route.answer(draft, { ...decodeForm(query), ...decodeForm(body) }, id)
  }
  throw invalid(`Unrecognized request URL (${method}: ${path}). The simulator does not know it.`)
}

/** Returns the id in a path that fits, or an empty text where it has none. */
function matchPath(pattern: string, path: string): string | undefined {
  const [before = '', after] = pattern.split(':id')
  if (after === undefined) return pattern === path ? '' : undefined
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined
  const id = path.slice(before.length, path.length - after.length)
  return id.length > 0 && !id.includes('/') ? decodeURIComponent(id) : undefined
}
