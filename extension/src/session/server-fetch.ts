import { extensionVersionHeader } from '@loadping/contract/extension/extension-versions'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import type { Fetch } from './api-client.ts'

const updateNeeded = 426

/** Creates the fetch that tells the server this version, and keeps whether the server still accepts it. */
export function createServerFetch(origin: string, version: string, session: StorageArea) {
  const refused = createStoredValue(session, 'refused-version', z.string(), '')

  const fetchFromServer: Fetch = async (path, init) => {
    const headers = new Headers(init.headers)
    headers.set(extensionVersionHeader, version)
    const response = await fetch(origin + path, { ...init, headers })
    const isRefused = response.status === updateNeeded
    if (isRefused !== ((await refused.read()) === version)) await refused.change(() => (isRefused ? version : ''))
    return response
  }

  return { fetchFromServer, isOutdated: async (): Promise<boolean> => (await refused.read()) === version }
}
