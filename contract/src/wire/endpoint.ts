import type * as z from 'zod/mini'
import type { PlanFeature } from './plan-feature.ts'

/** Who may call an endpoint. Required, so that no endpoint is public by accident. */
export type Access = 'public' | 'user' | 'carrier' | 'broker' | 'manager' | 'owner'

type Schema = z.core.$ZodType

/** One API call as data: access, route, input and response. */
export type Endpoint = {
  access: Access
  /** Whether extension sessions may call it. */
  extension?: true
  /** The feature that the caller's plan must include, else `plan-limit`. */
  feature?: PlanFeature
  /** The rate limit that applies, per IP address, or the last seven per user. */
  limit?:
    | 'sign-ins'
    | 'checks'
    | 'template-changes'
    | 'load-changes'
    | 'exports'
    | 'test-emails'
    | 'lookups'
    | 'domain-checks'
    | 'payments'
  /** Whether the answer may be null: nothing changed since the `version` of the query. It has status 304 and no body. */
  mayBeUnchanged?: true
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

/** The declared input parts before validation, as a client passes them. */
export type Input<E extends Endpoint> = { [P in Declared<E>]: z.core.input<Extract<E[P], Schema>> }
/** The declared input parts after validation, as a handler receives them. */
export type ValidInput<E extends Endpoint> = { [P in Declared<E>]: z.core.output<Extract<E[P], Schema>> }
type Unchanged<E extends Endpoint> = E extends { mayBeUnchanged: true } ? null : never
/** The response as a client receives it. */
export type Response<E extends Endpoint> = z.core.output<E['response']> | Unchanged<E>
/** A handler's return value. Properties missing from the contract are stripped. */
export type HandlerResult<E extends Endpoint> = z.core.input<E['response']> | Unchanged<E>

/** Declares a feature's endpoints and preserves their exact types. */
export const defineApi = <const A extends Api>(api: A): A => api
