import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { devPaths } from '@loadping/contract/extension-bridge'
import { Problem } from '@loadping/contract/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../context.ts'
import type { DemoAccount } from '../demo/demo-accounts.ts'
import { isLoopback } from '../http/rate-limits.ts'
import { createLink } from '../sign-in/sign-in.service.ts'
import type { Inbox } from './inbox.ts'
import { inboxPage } from './inbox-page.ts'
import { serveMailApis } from './mail-apis.ts'
import { openIssuers, serveOidc } from './oidc.ts'

const demoBoards = join(import.meta.dirname, '../../../extension/dist-demo')

type StandInOptions = {
  inbox: Inbox | undefined
  demo: DemoAccount[]
  /** Where mail given to the stand-ins of Gmail and Graph goes. */
  smtpUrl: string
  /** Where the local providers keep what they know; without one they forget it at a restart. */
  folder: string | undefined
}

/** What stands in for the outside on a machine with no settings: inbox, sign-in links, providers, demo boards. It answers to this machine only (D1.8). */
export function serveStandIns(
  app: FastifyInstance,
  deps: Deps,
  { inbox, demo, smtpUrl, folder }: StandInOptions,
): void {
  app.register((dev, _options, done) => {
    dev.addHook('onRequest', async (request) => requireLoopback(request))
    if (inbox) serveInbox(dev, inbox)
    serveDemoSignIn(dev, deps, demo)
    const issuers = openIssuers(dev, { baseUrl: deps.baseUrl, folder })
    serveOidc(dev, issuers, demo)
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
      if (!account) throw new Problem('not-found', 'There is no such demo account.')
      return reply.redirect(await createLink(deps, account.email))
    },
  )
}

/** Loopback in both directions: the peer is this machine, and so is the name it asked for, so that no foreign page can reach in by a name of its own. */
function requireLoopback({ socket, hostname }: FastifyRequest): void {
  const isLocalPeer = isLoopback(socket.remoteAddress ?? '')
  const isLocalName = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  if (!isLocalPeer || !isLocalName) throw new Problem('not-found', 'Not found.')
}
