import { extensionVersionHeader } from '@loadping/contract/extension/extension-versions'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance } from 'fastify'
import { cacheBriefly } from './brief-cache.ts'

/** What a refused extension may still call, so that it stays signed in until it is updated. */
const isOfSession = (url: string): boolean => /^\/(auth\/|extension\/session$)/.test(url)

/** Refuses the versions of the extension that the operator took back, with a message for their users. */
export function refuseWithdrawnExtensions(
  app: FastifyInstance,
  list: () => Promise<{ version: string; message: string }[]>,
): void {
  const listWithdrawn = cacheBriefly(list)

  app.addHook('onRequest', async ({ headers, routeOptions: { url = '' } }) => {
    const version = headers[extensionVersionHeader]
    if (version === undefined || isOfSession(url)) return
    const found = (await listWithdrawn()).find((one) => one.version === version)
    if (found) throw new Problem('update-needed', found.message)
  })
}
