import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { DeliveryResult } from './mailbox.ts'
import { oneLine } from './one-line.ts'
import { deliveryTimeoutMs } from './smtp-delivery.ts'

/** One request that gives a mail to a provider's API. */
export type MailRequest = { url: string; accessToken: string; type: string; body: string }

/** An answer of the API: what it says is read as far as it helps, 64 KB at most. */
type Answer = { status: number; retryAfter: string | undefined; error: ProviderError }
type ProviderError = { message: string; reasons: string[] }

/**
 * Gives a mail to a provider's API. `beforeData` runs when the connection stands, and not a byte of the request leaves before it has: what fails
 * earlier was surely not accepted, what fails later and is no answer may have been. A redirect is not followed.
 */
export async function deliverByHttp(mail: MailRequest, beforeData: () => Promise<void>): Promise<DeliveryResult> {
  let hasDataStarted = false
  try {
    const answer = await post(mail, async () => {
      await beforeData()
      hasDataStarted = true
    })
    return classifyResult(await readAnswer(answer))
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 300) : 'The mail service gave no answer'
    return { outcome: hasDataStarted ? 'unknown' : 'retry', reason }
  }
}

function post({ url, accessToken, type, body }: MailRequest, mayBegin: () => Promise<void>): Promise<IncomingMessage> {
  const isSecure = url.startsWith('https:')
  const signal = AbortSignal.timeout(deliveryTimeoutMs)
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestSecure : requestPlain)(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': type,
        'content-length': Buffer.byteLength(body),
      },
      agent: false, // a connection of its own: one that was kept could have died unseen, and nobody could say what it took along
      signal,
    })
    request.on('error', (error) => reject(signal.aborted ? new Error('The mail service took too long') : error))
    request.on('response', (response) => resolve(response))
    request.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        mayBegin().then(
          () => request.end(body),
          (error: Error) => request.destroy(error),
        )
      }),
    )
  })
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  let received = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      received += chunk.length
      if (received > 64_000) break
    }
  } catch {
    // The status is there, and says whether the mail was taken.
  }
  response.destroy()
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    error: readError(Buffer.concat(chunks).toString()),
  }
}

/** Google and Microsoft both put what went wrong into `error`; its code words are in `errors` there, and in `code` here. */
function readError(text: string): ProviderError {
  const { error } = Object(parse(text))
  const { message, code, errors } = Object(error)
  const listed: unknown[] = Array.isArray(errors) ? errors : []
  return {
    message: typeof message === 'string' ? oneLine(message) : '',
    reasons: [code, ...listed.map((one) => Object(one).reason)].filter((word) => typeof word === 'string'),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Too slow a request, a lock, too early and too many: nothing was taken, and a later try may be. */
const retryableStatuses = new Set([408, 423, 425, 429])
const rateLimitReasons = new Set(['userRateLimitExceeded', 'rateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'])

/** A 4xx says that the mail was not taken, a 2xx that it was; a server in trouble (5xx) may have taken it before. */
function classifyResult({ status, retryAfter, error }: Answer): DeliveryResult {
  const reason = error.message || `The mail service answered ${status}`
  if (status >= 200 && status < 300) return { outcome: 'accepted' }
  if (status < 400 || status >= 500) return { outcome: 'unknown', reason }
  const isForNow =
    retryableStatuses.has(status) || (status === 403 && error.reasons.some((word) => rateLimitReasons.has(word)))
  if (isForNow) return { outcome: 'retry', reason, ...retryAfterOf(retryAfter) }
  return { outcome: status === 401 || status === 403 ? 'unauthorized' : 'rejected', reason }
}

const daySeconds = 86_400

/** Retry-After in seconds or as a date (RFC 9110), from a second to a day. */
function retryAfterOf(retryAfter: string | undefined): { retryAfterSeconds?: number } {
  if (!retryAfter) return {}
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? {} : { retryAfterSeconds: Math.min(Math.max(Math.ceil(seconds), 1), daySeconds) }
}
