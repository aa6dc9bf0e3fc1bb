import { extensionVersionHeader } from '@loadping/contract/extension/extension-versions'
import * as z from 'zod/mini'
import { describeRequest } from '../ledger/describe-request.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import type { Fetch } from './api-client.ts'

const updateNeeded = 426

type Deps = {
  origin: string
  version: string
  session: StorageArea
  ledger: Pick<Ledger, 'add' | 'answer'>
}

/**
 * Creates the one fetch of the extension. It tells the server this version, keeps whether the server still accepts it, and
 * makes no request that the ledger does not name.
 */
export function createServerFetch({ origin, version, session, ledger }: Deps) {
  const refused = createStoredValue(session, 'refused-version', z.string(), '')
  const reason = createStoredValue(session, 'refused-because', z.string(), '')

  async function keepReason(response: Response): Promise<void> {
    const text = detailOf(
      await response
        .clone()
        .json()
        .catch(() => null),
    )
    await reason.change(() => text)
  }

  const fetchFromServer: Fetch = async (path, init) => {
    const { method = 'GET', body } = init
    const headers = new Headers(init.headers)
    headers.set(extensionVersionHeader, version)
    const text = typeof body === 'string' ? body : undefined
    const row = await ledger.add(describeRequest({ to: origin, method, path, headers, body: text }))
    const response = await fetch(origin + path, { ...init, headers })
    await ledger.answer(row, response.status, await madeIdOf(response, method)).catch(() => undefined) // it left
    const isRefused = response.status === updateNeeded
    if (isRefused) await keepReason(response)
    if (isRefused !== ((await refused.read()) === version)) await refused.change(() => (isRefused ? version : ''))
    return response
  }

  const isOutdated = async (): Promise<boolean> => (await refused.read()) === version
  return {
    fetchFromServer,
    isOutdated,
    /** Returns what the server says of this version if it refuses it. */
    readRefusal: async (): Promise<string | null> => ((await isOutdated()) ? await reason.read() : null),
  }
}

const Refusal = z.object({ detail: z.string() })
const detailOf = (body: unknown): string => Refusal.safeParse(body).data?.detail ?? ''

const Made = z.object({ id: z.optional(z.string()), loadId: z.optional(z.nullable(z.string())) })

/** Returns the id of the email or load that an answer tells of. */
async function madeIdOf(response: Response, method: string): Promise<string | undefined> {
  if (method !== 'POST' || !response.ok) return undefined
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const { success, data } = Made.safeParse(body)
  return success ? (data.id ?? data.loadId ?? undefined) : undefined
}
