import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'

const folder = join(import.meta.dirname, '../map')

/** Serves the map's data files, as the server does, until globals are unstubbed. Returns the names asked for. */
export function serveMapData({ fails = false } = {}): string[] {
  const served: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const name = /(continent|towns)\.txt/.exec(address)?.[0]
    served.push(name && !/^https?:/.test(address) ? name : address)
    if (!name) throw new Error(`${address} is no data of the map`)
    return fails ? new Response('', { status: 503 }) : new Response(readFileSync(join(folder, name)))
  })
  return served
}
