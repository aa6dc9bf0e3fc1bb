import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { installation } from '@loadping/contract/brand'
import { escapeHtml } from '@loadping/contract/format/text'
import { isPage } from '@loadping/contract/pages'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from './problems.ts'

const root = join(import.meta.dirname, '../../..')
const builtDashboard = join(root, 'dashboard/dist')

/**
 * Serves the built dashboard. Browser navigations get the app, other unknown paths a problem document.
 */
export async function serveWebApp(app: FastifyInstance, baseUrl: string, dashboard = builtDashboard): Promise<void> {
  // The build wrote a compressed file beside each text.
  const files = { index: false, serveDotFiles: false, preCompressed: true } as const
  if (existsSync(dashboard)) {
    await app.register(fastifyStatic, {
      ...files,
      root: dashboard,
      wildcard: false,
      globIgnore: ['assets/**', '*.{br,gz}', 'index.html'],
      setHeaders(reply, path) {
        reply.header('cache-control', 'no-cache')
        if (/\.svg(\.br|\.gz)?$/.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8')
      },
    })
  }
  if (existsSync(join(dashboard, 'assets'))) {
    // Look files up per request, so that a rebuild under a running server is served. Hashed names make them immutable.
    await app.register(fastifyStatic, {
      ...files,
      root: join(dashboard, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      decorateReply: false,
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || !opensPage(request)) return done()
    redirectToCanonicalHost(request, reply, baseUrl) ?? serveFallback(request, reply, dashboard)
  })
  app.setNotFoundHandler((request, reply) => {
    // Returns nothing: Fastify awaits a returned reply with more listeners, of which a missing file then has too many.
    redirectToCanonicalHost(request, reply, baseUrl) ?? serveFallback(request, reply, dashboard)
  })
}

/** Whether a browser opens a page at the path of an endpoint, which is never called without a token. */
const opensPage = (request: FastifyRequest): boolean =>
  isNavigation(request) && request.headers.authorization === undefined && isPage(pathOf(request))

const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/'

function serveFallback(request: FastifyRequest, reply: FastifyReply, dashboard: string): FastifyReply {
  const file = join(dashboard, 'index.html')
  if (!isNavigation(request) || !existsSync(file)) return sendProblem(reply, new Problem('not-found', 'Not found.'))
  const path = pathOf(request)
  const page = fillPage(readFileSync(file, 'utf8'), path) // read each time, so that a rebuild under a running server is served
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`
  reply.code(isPage(path) ? 200 : 404).headers({ etag, 'cache-control': 'no-cache' })
  if (request.headers['if-none-match'] === etag && isPage(path)) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(page)
}

/** Writes what the operator named into the dashboard's page, and keeps the scripts to preload for this path. */
const fillPage = (page: string, path: string): string =>
  page
    .replaceAll(/\s*<link [^>]*data-page="([^"]*)"[^>]*>/g, (link, of) => (of === path ? link : ''))
    .replaceAll('%NAME%', () => escapeHtml(installation().name))
    .replaceAll('%INSTALLATION%', () => escapeHtml(JSON.stringify(installation())))

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Redirects pages opened under another loopback name to the base URL, because browser storage is separate per host
 * name.
 */
function redirectToCanonicalHost(
  { method, url, hostname, port, headers }: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): FastifyReply | undefined {
  const base = new URL(baseUrl)
  const isOtherLoopbackName =
    hostname !== base.hostname &&
    [hostname, base.hostname].every((name) => loopbackNames.includes(name)) &&
    String(port ?? '') === base.port
  return method === 'GET' && isOtherLoopbackName && headers.accept?.includes('text/html')
    ? reply.redirect(baseUrl + url)
    : undefined
}
