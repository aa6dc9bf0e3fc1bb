import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { devPaths } from '@loadping/contract/extension/extension-bridge'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../context.ts'
import type { DemoAccount } from '../demo/demo-accounts.ts'
import { isLoopback, isLoopbackHost } from '../loopback.ts'
import { createLink } from '../sign-in/sign-in.service.ts'
import type { Inbox } from './inbox.ts'
import { inboxPage } from './inbox-page.ts'
import { serveMailApis } from './mail-apis.ts'
import { openIssuers, serveOidc } from './oidc.ts'

const demoBoards = join(import.meta.dirname, '../../../extension/dist-demo')

type StandInOptions = {
  inbox: Inbox | undefined
  demo: DemoAccount[]
  /** The SMTP server for messages sent through the Gmail and Graph stand-ins. */
  smtpUrl: string
  /** The folder of the local providers' data; without one they keep it in memory. */
  folder: string | undefined
}

/** Serves the stand-ins: inbox, sign-in links, providers, mail APIs and demo boards, to local requests only. */
export function serveStandIns(
  app: FastifyInstance,
  deps: Deps,
  { inbox, demo, smtpUrl, folder }: StandInOptions,
): void {
  app.register((dev, _options, done) => {
    dev.addHook('onRequest', async (request) => requireLocalRequest(request, deps.baseUrl))
    if (inbox) serveInbox(dev, inbox)
    serveDemoSignIn(dev, deps, demo)
    const issuers = openIssuers(dev, { baseUrl: deps.baseUrl, folder })
    serveOidc(dev, issuers, { demo, baseUrl: deps.baseUrl })
    serveMailApis(dev, issuers, smtpUrl)
    if (existsSync(demoBoards))
      dev.register(fastifyStatic, {
        root: demoBoards,
        prefix: devPaths.demoBoard,
        extensions: ['html'],
        decorateReply: false,
        cacheControl: false,
      })
    done()
  })
}

function serveInbox(dev: FastifyInstance, inbox: Inbox): void {
  dev.get(`${devPaths.dev}inbox.json`, { schema: { hide: true } }, () => inbox.list())
  dev.get(`${devPaths.dev}inbox`, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html').send(inboxPage(await inbox.list())),
  )
}

function serveDemoSignIn(dev: FastifyInstance, deps: Deps, demo: DemoAccount[]): void {
  dev.get<{ Params: { account: string } }>(
    `${devPaths.dev}sign-in/:account`,
    { schema: { hide: true } },
    async (request, reply) => {
      const account = demo.find(({ id }) => id === request.params.account)
      if (!account) throw new Problem('not-found', 'Demo account not found.')
      return reply.redirect(await createLink(deps, account.email))
    },
  )
}

/** Headers of proxies and tunnels, such as X-Forwarded-For, CF-Connecting-IP and Via. No browser sends one. */
const proxyHeader = /forward|ip$|-addr|^x-original-|^(via|cdn-loop)$/

/**
 * Requires a browser on this machine. Requests through a proxy, and of a foreign page that rebinds its name to
 * loopback, get 404.
 */
function requireLocalRequest({ socket, headers, raw }: FastifyRequest, baseUrl: string): void {
  // The Host header itself, because the host name of the framework may come from a forwarding header.
  const isLocal =
    isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(new URL(baseUrl).host) && isLoopbackHost(headers.host)
  // nginx adds no header by default, but speaks HTTP/1.0, as no browser does.
  const isForwarded = raw.httpVersion === '1.0' || Object.keys(headers).some((name) => proxyHeader.test(name))
  if (!isLocal || isForwarded) throw new Problem('not-found', 'Not found.')
}
