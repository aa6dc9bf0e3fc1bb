import { brand } from '@loadping/contract/brand'
import * as z from 'zod/mini'
import { createBreaker, wasNotAsked } from './breaker.ts'

const maxBytes = 2_000_000

/** An outside service that answers JSON. */
export type Upstream = {
  /** Returns the validated response. Undefined without an answer, after any failure, and at once while paused. */
  get: <T>(url: URL, schema: z.ZodMiniType<T>) => Promise<T | undefined>
}

/** Creates the client of one outside service, behind a breaker. `onFailure` never gets the URL, which may have a key. */
export function createUpstream({
  timeoutMs,
  onFailure = () => {},
  now,
}: {
  timeoutMs: number
  onFailure?: (reason: string) => void
  now?: () => number
}): Upstream {
  const breaker = createBreaker(now && { now })

  async function request<T>(url: URL, schema: z.ZodMiniType<T>): Promise<T | undefined> {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, {
      redirect: 'error',
      signal,
      headers: { accept: 'application/json', ...userAgent },
    })
    const text = await readText(response)
    if (response.status === 400) return undefined // It works, and has no answer: so OSRM says that there is no road.
    if (!response.ok) throw new Error(`status ${response.status}`)
    return z.parse(schema, readJson(text))
  }

  return {
    async get(url, schema) {
      try {
        return await breaker(() => request(url, schema))
      } catch (error) {
        if (!wasNotAsked(error))
          onFailure(error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : 'unknown')
        return undefined
      }
    },
  }
}

/** Nominatim's public servers refuse requests without it. */
const userAgent = { 'user-agent': brand.name }

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the response is no JSON') // the parser's own message quotes the text
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of response.body ?? []) {
    received += chunk.length
    if (received > maxBytes) throw new Error('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
