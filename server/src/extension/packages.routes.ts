import { ExtensionBrowser } from '@loadping/contract/extension/extension.api'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../context.ts'
import { sendProblem } from '../http/problems.ts'
import { type Package, readCrx, readXpi, readZip, updatePaths } from './packages.service.ts'

const signedPaths = { crx: '/extension/loadping.crx', xpi: '/extension/loadping.xpi' }

/** Serves the extension's packages, and where browsers look for newer ones of an operator's own. */
export function servePackages(app: FastifyInstance, deps: Pick<Deps, 'baseUrl' | 'extension'>): void {
  const serve = (path: string, type: string, read: () => Promise<Uint8Array | string | undefined>) =>
    app.get(path, { schema: { hide: true } }, async (_request, reply) => {
      const bytes = await read()
      return bytes === undefined ? notFound(reply) : reply.type(type).header('cache-control', 'no-cache').send(bytes)
    })
  for (const browser of ExtensionBrowser.options)
    serve(`/extension/loadping-${browser}.zip`, 'application/zip', () => bytesOf(readZip(deps, browser)))
  serve(signedPaths.crx, 'application/x-chrome-extension', () => bytesOf(readCrx(deps)))
  serve(signedPaths.xpi, 'application/x-xpinstall', () => bytesOf(readXpi(deps)))
  serve(updatePaths.chromium, 'text/xml; charset=utf-8', async () => {
    const crx = await readCrx(deps)
    return crx && chromiumUpdates(`${deps.baseUrl}${signedPaths.crx}`, crx)
  })
  serve(updatePaths.firefox, 'application/json; charset=utf-8', async () => {
    const xpi = await readXpi(deps)
    return xpi && firefoxUpdates(`${deps.baseUrl}${signedPaths.xpi}`, xpi)
  })
}

const bytesOf = async (reading: Promise<Package | undefined>) => {
  const found = await reading
  return found && Buffer.from(found.bytes)
}
const notFound = (reply: FastifyReply) => sendProblem(reply, new Problem('not-found', 'Not found.'))

type Signed = Package & { id: string }

/** As https://developer.chrome.com/docs/extensions/how-to/distribute/host-on-linux describes it. */
const chromiumUpdates = (url: string, { id, version, sha256 }: Signed): string =>
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
const firefoxUpdates = (url: string, { id, version, sha256 }: Signed): string =>
  JSON.stringify({ addons: { [id]: { updates: [{ version, update_link: url, update_hash: `sha256:${sha256}` }] } } })
