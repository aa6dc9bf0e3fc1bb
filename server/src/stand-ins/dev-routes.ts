import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { devPaths } from '@loadping/contract/extension/extension-bridge'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { webhookPath } from '../billing/webhook.routes.ts'
import type { Deps } from '../context.ts'
import type { DemoAccount } from '../demo/demo-accounts.ts'
import { isLoopback, isLoopbackHost } from '../loopback.ts'
import { createLink } from '../sign-in/sign-in.service.ts'
import { closedPage } from './closed-page.ts'
import {
  bringsSecret,
  devCookies,
  devSecretParameter,
  findLink,
  isSecret,
  printLink,
  type StandInLink,
  standInLinks,
} from './dev-secret.ts'
import type { Inbox } from './inbox.ts'
import { inboxPage } from './inbox-page.ts'
import { serveMailApis } from './mail-apis.ts'
import { openIssuers, serveOidc } from './oidc.ts'
import { openSimulator, serveStripe } from './stripe/serve-stripe.ts'

const demoBoards = join(import.meta.dirname, '../../../extension/dist-demo')

type StandInOptions = {
  inbox: Inbox | undefined
  demo: DemoAccount[]
  /** The SMTP server for messages sent through the Gmail and Graph stand-ins. */
  smtpUrl: string
  /** The folder of the local providers' data; without one they keep it in memory. */
  folder: string | undefined
  /** The secret of this start, which every request brings. */
  secret: string
}

/**
 * Serves the stand-ins: inbox, sign-in links, providers, mail APIs, Stripe and demo boards, to local requests that bring the
 * secret of the start. Returns the links to print.
 */
export function serveStandIns(
  app: FastifyInstance,
  deps: Deps,
  { inbox, demo, smtpUrl, folder, secret }: StandInOptions,
): string[] {
  const links = standInLinks(demo, { hasInbox: inbox !== undefined })
  const gate = { baseUrl: deps.baseUrl, secret, links }
  app.addHook('onRequest', async (request, reply) => openByLink(request, reply, gate))
  app.register((dev, _options, done) => {
    dev.addHook('onRequest', async (request, reply) => requireSecret(request, reply, gate))
    if (inbox) serveInbox(dev, inbox)
    serveDemoSignIn(dev, deps, demo)
    const issuers = openIssuers(dev, { baseUrl: deps.baseUrl, folder })
    serveOidc(dev, issuers, { demo, baseUrl: deps.baseUrl })
    serveMailApis(dev, issuers, smtpUrl)
    serveStripe(dev, connectSimulator(dev, deps, folder), deps.baseUrl)
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
  return links.map((link) => printLink(link, deps.baseUrl, secret))
}

/** Opens the simulator, which tells this server what happens from now on. */
function connectSimulator(dev: FastifyInstance, { payments, baseUrl, now }: Deps, folder: string | undefined) {
  const simulator = openSimulator(dev, { baseUrl, folder, now })
  const [secret] = payments?.webhookSecrets ?? []
  if (payments?.simulatorUrl !== undefined && secret !== undefined)
    simulator.connect({ url: `${baseUrl}${webhookPath}`, secret })
  return simulator
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
 * Whether a browser or program on this machine asks directly: no proxy, and no foreign page that rebinds its name to
 * loopback. What proxies add is a hint, not a proof, so the secret is asked for too.
 */
function isLocalRequest({ socket, headers, raw }: FastifyRequest, baseUrl: string): boolean {
  // The Host header itself, because the host name of the framework may come from a forwarding header.
  const isLocal =
    isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(new URL(baseUrl).host) && isLoopbackHost(headers.host)
  // nginx adds no header by default, but speaks HTTP/1.0, as no browser does.
  const isForwarded = raw.httpVersion === '1.0' || Object.keys(headers).some((name) => proxyHeader.test(name))
  return isLocal && !isForwarded
}

type Gate = { baseUrl: string; secret: string; links: StandInLink[] }

/** Lets a browser in by a printed link: keeps its secret in cookies, and goes on at the address without it. */
function openByLink(request: FastifyRequest, reply: FastifyReply, { baseUrl, secret, links }: Gate): unknown {
  const { pathname, searchParams } = new URL(request.raw.url ?? '/', baseUrl)
  const given = searchParams.get(devSecretParameter)
  if (given === null || request.method !== 'GET' || !isLocalRequest(request, baseUrl)) return undefined
  if (!isSecret(given, secret)) return sendClosedPage(reply, links, pathname)
  searchParams.delete(devSecretParameter)
  const path = pathname.replace(/^\/+/, '/') // never another host's address
  return reply
    .header('set-cookie', devCookies(baseUrl, secret))
    .redirect(searchParams.size > 0 ? `${path}?${searchParams}` : path, 303)
}

/** Requires a local request with the secret. A browser without it reads which link to open; all others get 404. */
function requireSecret(request: FastifyRequest, reply: FastifyReply, { baseUrl, secret, links }: Gate): unknown {
  if (!isLocalRequest(request, baseUrl)) throw new Problem('not-found', 'Not found.')
  if (bringsSecret(request.headers, baseUrl, secret)) return undefined
  const { pathname } = new URL(request.raw.url ?? '/', baseUrl)
  if (request.headers.accept?.includes('text/html')) return sendClosedPage(reply, links, pathname)
  throw new Problem(
    'not-found',
    'Not found. Send the header X-Dev-Secret with the text of dev-secret in the data folder.',
  )
}

const sendClosedPage = (reply: FastifyReply, links: StandInLink[], path: string): FastifyReply =>
  reply
    .code(404)
    .type('text/html')
    .send(closedPage(findLink(links, path)?.title ?? ''))
