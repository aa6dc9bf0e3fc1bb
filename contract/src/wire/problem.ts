import * as z from 'zod/mini'

/** Every problem code with its HTTP status. Add one only when a client must act differently. */
export const problemStatus = {
  'invalid-input': 400,
  'not-signed-in': 401,
  'plan-limit': 402,
  'not-allowed': 403,
  suspended: 403,
  'not-found': 404,
  'billing-off': 404,
  'already-exists': 409,
  'already-contacted': 409,
  'price-changed': 409,
  'suspicious-recipient': 409,
  'saved-meanwhile': 409,
  'too-late': 409,
  'being-deleted': 409,
  busy: 409,
  'too-large': 413,
  'wrong-type': 415,
  'key-reused': 422,
  'missing-values': 422,
  'update-needed': 426,
  'too-many': 429,
  unexpected: 500,
  unavailable: 503,
} as const
export type ProblemCode = keyof typeof problemStatus

/** The ask that an email states, in cents or null for none, and the version of the template that computed it. */
export const TemplateAsk = z.strictObject({
  askCents: z.nullable(z.int().check(z.minimum(0), z.maximum(2_000_000_000))),
  templateVersion: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
  /** The truck that the email names, null for none. Absent from clients before it, and in answers to them. */
  truckId: z.optional(z.nullable(z.uuid())),
})
export type TemplateAsk = z.infer<typeof TemplateAsk>

/** An earlier email to the recipient, or a teammate's contact with anyone, about the same load. */
const PreviousContact = z.object({ userId: z.uuid(), at: z.iso.datetime(), askCents: z.nullable(z.int()) })

/** Extra members of the problem document that some problems carry. */
export const ProblemDetails = z.object({
  /** With `already-contacted`: earlier contacts, newest first. */
  previous: z.optional(z.array(PreviousContact)),
  /** With `price-changed`: what a send would state now. */
  current: z.optional(TemplateAsk),
  /** With `plan-limit` for an allowance: the remaining units and the renewal time. */
  left: z.optional(z.int()),
  renewsAt: z.optional(z.iso.datetime()),
  /** With `being-deleted`: when, and what keeps the account until then. */
  deletesAt: z.optional(z.iso.datetime()),
  keepToken: z.optional(z.string()),
})
export type ProblemDetails = z.infer<typeof ProblemDetails>

/** An expected failure. The server throws it, and the client throws an equal one. */
export class Problem extends Error {
  readonly code: ProblemCode
  /** Error messages by input path: `name`, `load/origin`, `values/rate`. */
  readonly fields: Readonly<Record<string, string>>
  readonly details: Readonly<ProblemDetails>

  constructor(code: ProblemCode, message: string, fields: Record<string, string> = {}, details: ProblemDetails = {}) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.fields = fields
    this.details = details
  }

  get status(): number {
    return problemStatus[this.code]
  }
}

/** An RFC 9457 problem document; `errors` locate input with JSON pointers (RFC 6901). */
export const ProblemDocument = z.extend(ProblemDetails, {
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.string(),
  errors: z.optional(z.array(z.object({ pointer: z.string(), detail: z.string() }))),
})
export type ProblemDocument = z.infer<typeof ProblemDocument>

export function toProblemDocument({ code, message, status, fields, details }: Problem): ProblemDocument {
  const errors = Object.entries(fields).map(([path, detail]) => ({ pointer: path === '' ? '' : `/${path}`, detail }))
  return {
    type: `urn:loadping:problem:${code}`,
    title: titles[code],
    status,
    detail: message,
    code,
    ...(errors.length > 0 && { errors }),
    ...details,
  }
}

/** Parses an error response. Without a problem document, the status decides between `unavailable` and `unexpected`. */
export function readProblem(status: number, body: unknown): Problem {
  const { data: document } = ProblemDocument.safeParse(body)
  if (!document || !isCode(document.code)) {
    const isUnavailable = status >= 502 && status <= 504
    return isUnavailable
      ? new Problem('unavailable', "We can't reach the server. Check your connection and try again.")
      : new Problem('unexpected', 'Something went wrong on our end. Try again.')
  }
  return new Problem(
    document.code,
    document.detail,
    Object.fromEntries(document.errors?.map(({ pointer, detail }) => [pointer.replace(/^\//, ''), detail]) ?? []),
    ProblemDetails.parse(document),
  )
}

const isCode = (code: string): code is ProblemCode => Object.hasOwn(problemStatus, code)

const titles: Record<ProblemCode, string> = {
  'invalid-input': 'Invalid input',
  'not-signed-in': 'Sign-in required',
  'plan-limit': 'Not included in your plan',
  'not-allowed': 'Not allowed',
  suspended: 'Account suspended',
  'not-found': 'Not found',
  'billing-off': 'No payments here',
  'already-exists': 'Already exists',
  'already-contacted': 'Already contacted',
  'price-changed': 'Price changed',
  'suspicious-recipient': 'Check the recipient',
  'saved-meanwhile': 'Saved meanwhile',
  'too-late': 'Too late',
  'being-deleted': 'Account being deleted',
  busy: 'Already in progress',
  'too-large': 'Too large',
  'wrong-type': 'Unsupported content type',
  'key-reused': 'Idempotency key reused',
  'missing-values': 'Missing values',
  'update-needed': 'Update required',
  'too-many': 'Too many requests',
  unexpected: 'Something went wrong',
  unavailable: 'Service unavailable',
}
