import type Stripe from 'stripe'

/** The error object of an answer that is none of 200. */
export type Refusal = {
  status: number
  error: Pick<Stripe.StripeRawError, 'type' | 'code' | 'param' | 'decline_code'> & { message: string }
  /** Whether something happened all the same, such as a failed attempt to collect an invoice. */
  isKept?: boolean
}

const isRefusalError = (error: unknown): error is Error & { refusal: Refusal } =>
  error instanceof Error && 'refusal' in error

/** Returns what Stripe answers for an error of ours, or undefined if it is a mistake of the simulator. */
export const refusalOf = (error: unknown): Refusal | undefined => (isRefusalError(error) ? error.refusal : undefined)

const refusing = (refusal: Refusal): Error => Object.assign(new Error(refusal.error.message), { refusal })

/** Returns the error of a request that cannot be done. */
export const invalid = (message: string, rest: { code?: string; param?: string } = {}): Error =>
  refusing({ status: 400, error: { type: 'invalid_request_error', message, ...rest } })

/** Returns the error of an id that nothing has: 404 if it is in the path, else 400 with the parameter's name. */
export const missing = (what: string, id: string, param = 'id'): Error =>
  refusing({
    status: param === 'id' ? 404 : 400,
    error: { type: 'invalid_request_error', code: 'resource_missing', param, message: `No such ${what}: '${id}'` },
  })

/** Returns the error of a payment that failed. `isKept`: the attempt is recorded. */
export const declined = (
  message: string,
  code: string,
  { declineCode, isKept = false }: { declineCode?: string; isKept?: boolean } = {},
): Error =>
  refusing({
    status: 402,
    error: { type: 'card_error', code, message, ...(declineCode !== undefined && { decline_code: declineCode }) },
    isKept,
  })

/** Returns the error of a card that its bank refuses. */
export const cardDeclined = (kept: { isKept?: boolean } = {}): Error =>
  declined('Your card was declined.', 'card_declined', { declineCode: 'generic_decline', ...kept })
