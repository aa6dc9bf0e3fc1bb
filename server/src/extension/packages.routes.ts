import { ExtensionBrowser } from '@loadping/contract/extension/extension.api'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../context.ts'
import { sendProblem } from '../http/problems.ts'
import { readCrx, readXpi, readZip, type SignedPackage, updatePaths } from './packages.service.ts'

const signedPaths = { crx: '/extension/loadping.crx', xpi: '/extension/loadping.xpi' }

/** Serves the extension's packages, and where browsers look for newer ones of an operator's own. */
export function servePackages(app: FastifyInstance, deps: Pick<Deps, 'baseUrl' | 'extension'>): void {
  const serve = (path: string, type: string, read: () => Promise<Buffer | string | undefined>) =>
    app.get(path, { schema: { hide: true } }, async (_request, reply) => {
      const bytes = await read()
      return bytes === undefined ? notFound(reply) : reply.type(type).header('cache-control', 'no-cache').send(bytes)
    })
  for (const browser of ExtensionBrowser.options)
    serve(`/extension/loadping-${browser}.zip`, 'application/zip', async () => (await readZip(deps, browser))?.bytes)
  serve(signedPaths.crx, 'application/x-chrome-extension', async () => (await readCrx(deps))?.bytes)
  serve(signedPaths.xpi, 'application/x-xpinstall', async () => (await readXpi(deps))?.bytes)
  serve(updatePaths.chromium, 'text/xml; charset=utf-8', async () => {
    const crx = await readCrx(deps)
    return crx && chromiumUpdates(`${deps.baseUrl}${signedPaths.crx}`, crx)
  })
  serve(updatePaths.firefox, 'application/json; charset=utf-8', async () => {
    const xpi = await readXpi(deps)
    return xpi && firefoxUpdates(`${deps.baseUrl}${signedPaths.xpi}`, xpi)
  })
}

const notFound = (reply: FastifyReply) => sendProblem(reply, new Problem('not-found', 'Not found.'))

/** As https://developer.chrome.com/docs/extensions/how-to/distribute/host-on-linux describes it. */
const chromiumUpdates = (url: string, { id, version, sha256 }: SignedPackage): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">',
    `  <app appid="${id}">`,
    `    <updatecheck codebase="${url}" version="${version}" hash_sha256="${sha256}"/>`,
    '  </app>',
    '</gupdate>',
    '',
  ].join('\n')

/** As https://extensionworkshop.com/documentation/manage/updating-your-extension/ describes it. */
const firefoxUpdates = (url: string, { id, version, sha256 }: SignedPackage): string =>
  JSON.stringify({ addons: { [id]: { updates: [{ version, update_link: url, update_hash: `sha256:${sha256}` }] } } })
