import type * as z from 'zod/mini'
import type { PlanFeature } from './plan-feature.ts'

/** Who may call an endpoint; left out, it does not compile. */
export type Access = 'public' | 'user' | 'carrier' | 'manager' | 'owner'

type Schema = z.core.$ZodType

/** One call of the API as data: who, where, what goes in, what comes out. */
export type Endpoint = {
  access: Access
  /** The browser extension's own session may make this call too. */
  extension?: true
  /** What the caller's plan must include; without it the answer is `plan-limit`. */
  feature?: PlanFeature
  /** How often one IP address may call it: as often as it may ask for sign-in mails, or for checks of an address. The figures are settings. */
  limit?: 'sign-ins' | 'checks'
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  params?: Schema
  query?: Schema
  headers?: Schema
  body?: Schema
  response: Schema
}

export type Api = Record<string, Endpoint>

type Part = 'params' | 'query' | 'headers' | 'body'
type Declared<E extends Endpoint> = Extract<{ [P in Part]: E[P] extends Schema ? P : never }[Part], keyof E>

/** What a caller gives: the declared parts, as they are before validation. */
export type Input<E extends Endpoint> = { [P in Declared<E>]: z.core.input<Extract<E[P], Schema>> }
/** What a handler gets: the declared parts, validated. */
export type ValidInput<E extends Endpoint> = { [P in Declared<E>]: z.core.output<Extract<E[P], Schema>> }
/** What a caller gets. */
export type Response<E extends Endpoint> = z.core.output<E['response']>
/** What a handler may answer; what the contract does not name is cut off. */
export type HandlerResult<E extends Endpoint> = z.core.input<E['response']>

/** Names a feature's endpoints and keeps their exact types. */
export const defineApi = <const A extends Api>(api: A): A => api
