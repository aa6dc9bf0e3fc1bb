import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance } from 'fastify'

/**
 * Rejects requests that name two hosts, in two headers or in an absolute target: a proxy before us may have read another
 * of them than we do.
 */
export function rejectAmbiguousHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { url = '', rawHeaders } }) => {
    if (!url.startsWith('/') || countHosts(rawHeaders) > 1) throw new Problem('invalid-input', 'Malformed request.')
  })
}

/** Names and values alternate in the headers. */
const countHosts = (rawHeaders: string[]): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
