import * as z from 'zod/mini'

/** Every refusal the API knows, with its HTTP status. One is added only when a client must act differently. */
export const problemStatus = {
  'invalid-input': 400,
  'not-signed-in': 401,
  'plan-limit': 402,
  'not-allowed': 403,
  'not-found': 404,
  'already-exists': 409,
  'already-contacted': 409,
  'too-late': 409,
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

/** An earlier mail to the same recipient about the same load. */
export const PreviousContact = z.object({ userId: z.uuid(), at: z.iso.datetime(), askCents: z.nullable(z.int()) })
export type PreviousContact = z.infer<typeof PreviousContact>

/** What some refusals say beyond words, as members of the problem document. */
export const ProblemDetails = z.object({
  /** Of `already-contacted`, newest first (D3.4). */
  previous: z.optional(z.array(PreviousContact)),
  /** Of `plan-limit` over an allowance: what is left of it, and when it renews (D8.8). */
  left: z.optional(z.int()),
  renewsAt: z.optional(z.iso.datetime()),
})
export type ProblemDetails = z.infer<typeof ProblemDetails>

/** An expected failure: thrown on the server, and thrown again, the same, in the client. */
export class Problem extends Error {
  readonly code: ProblemCode
  /** What is wrong with which part of the input, by its path: `name`, `load/origin`, `values/rate`. */
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

/** The problem document of RFC 9457 that travels; `errors` point into the input with JSON pointers (RFC 6901). */
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

/** Reads an answer that is not a success; one that is no problem document is `unavailable` or `unexpected` by its status. */
export function readProblem(status: number, body: unknown): Problem {
  const { data: document } = ProblemDocument.safeParse(body)
  if (!document || !isCode(document.code)) {
    const isOut = status >= 502 && status <= 504
    return isOut
      ? new Problem('unavailable', 'The service cannot be reached right now.')
      : new Problem('unexpected', 'The service gave an answer that we do not understand.')
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
  'invalid-input': 'The input is not as agreed',
  'not-signed-in': 'Sign in first',
  'plan-limit': 'The plan does not include this',
  'not-allowed': 'Not allowed',
  'not-found': 'Not found',
  'already-exists': 'It exists already',
  'already-contacted': 'Already contacted',
  'too-late': 'Too late',
  busy: 'Still under way',
  'too-large': 'Too large',
  'wrong-type': 'Wrong content type',
  'key-reused': 'The idempotency key was used for something else',
  'missing-values': 'Values are missing',
  'update-needed': 'A newer version is needed',
  'too-many': 'Too many requests',
  unexpected: 'Something went wrong',
  unavailable: 'Not available right now',
}
