import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { DeliveryResult } from './mailbox.ts'
import { oneLine } from './one-line.ts'
import { deliveryTimeoutMs } from './smtp-delivery.ts'

/** Where a provider's API is, with what each request to it carries besides. */
export type MailApi = { url: string; headers?: Record<string, string> | undefined }

/** A request that sends an email through a provider's API. */
export type MailRequest = MailApi & { accessToken: string; type: string; body: string }

/** The provider's response, with at most 64 KB of its body parsed. */
type ApiResponse = { status: number; retryAfter: string | undefined; error: ProviderError }
type ProviderError = { message: string; reasons: string[] }

/**
 * Sends an email through a provider's API. A failure before `beforeData` means not delivered, one after it without a
 * response means unknown.
 */
export async function deliverByHttp(mail: MailRequest, beforeData: () => Promise<void>): Promise<DeliveryResult> {
  let hasDataStarted = false
  try {
    const response = await post(mail, async () => {
      await beforeData()
      hasDataStarted = true
    })
    return classifyResult(await readResponse(response))
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 300) : "The email provider didn't respond"
    return { outcome: hasDataStarted ? 'unknown' : 'retry', reason }
  }
}

function post(
  { url, headers, accessToken, type, body }: MailRequest,
  beforeData: () => Promise<void>,
): Promise<IncomingMessage> {
  const isSecure = url.startsWith('https:')
  const signal = AbortSignal.timeout(deliveryTimeoutMs)
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestSecure : requestPlain)(url, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${accessToken}`,
        'content-type': type,
        'content-length': Buffer.byteLength(body),
      },
      agent: false, // a fresh connection: a reused one may be dead, which would leave the result unknown
      signal,
    })
    request.on('error', (error) => reject(signal.aborted ? new Error('The email provider timed out') : error))
    request.on('response', (response) => resolve(response))
    request.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        beforeData().then(
          () => request.end(body),
          (error: Error) => request.destroy(error),
        )
      }),
    )
  })
}

async function readResponse(response: IncomingMessage): Promise<ApiResponse> {
  const chunks: Buffer[] = []
  let received = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      received += chunk.length
      if (received > 64_000) break
    }
  } catch {
    // The status alone says whether the email was accepted.
  }
  response.destroy()
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    error: readError(Buffer.concat(chunks).toString()),
  }
}

/** Both providers return `error`. Google lists reasons in its `errors`, Microsoft in its `code`. */
function readError(text: string): ProviderError {
  const { error } = Object(parse(text))
  const { message, code, errors } = Object(error)
  const details: unknown[] = Array.isArray(errors) ? errors : []
  return {
    message: typeof message === 'string' ? oneLine(message) : '',
    reasons: [code, ...details.map((detail) => Object(detail).reason)].filter((reason) => typeof reason === 'string'),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Request timeout, locked, too early and too many requests: not accepted, but retryable. */
const retryableStatuses = new Set([408, 423, 425, 429])
const rateLimitReasons = new Set(['userRateLimitExceeded', 'rateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'])

/** 2xx means accepted and 4xx not accepted; after 5xx the email may still have been sent. */
function classifyResult({ status, retryAfter, error }: ApiResponse): DeliveryResult {
  const reason = error.message || `The email provider returned an error (${status})`
  if (status >= 200 && status < 300) return { outcome: 'accepted' }
  if (status < 400 || status >= 500) return { outcome: 'unknown', reason }
  const isRetryable =
    retryableStatuses.has(status) || (status === 403 && error.reasons.some((reason) => rateLimitReasons.has(reason)))
  if (isRetryable) {
    const wait = retryAfterOf(retryAfter)
    return { outcome: 'retry', reason, ...wait, ...(isDailyLimit(error, wait) && { isDailyLimit: true }) }
  }
  return { outcome: status === 401 || status === 403 ? 'unauthorized' : 'rejected', reason }
}

const dailyLimitReasons =
  /^(?:dailyLimitExceeded|quotaExceeded|ErrorExceededMessageLimit|ErrorMessageSubmissionBlocked)$/

/** Whether the mailbox sent too much today, and not only too fast: by the reason, or a wait of an hour or more. */
const isDailyLimit = (
  { message, reasons }: ProviderError,
  { retryAfterSeconds = 0 }: { retryAfterSeconds?: number },
): boolean =>
  retryAfterSeconds >= 3_600 ||
  reasons.some((reason) => dailyLimitReasons.test(reason)) ||
  /mail sending|daily .*limit/i.test(message)

const daySeconds = 86_400

/** Reads Retry-After as seconds or a date (RFC 9110), limited to between 1 second and 1 day. */
function retryAfterOf(retryAfter: string | undefined): { retryAfterSeconds?: number } {
  if (!retryAfter) return {}
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? {} : { retryAfterSeconds: Math.min(Math.max(Math.ceil(seconds), 1), daySeconds) }
}
