import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isPage } from '@loadping/contract/pages'
import { Problem } from '@loadping/contract/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from './problems.ts'

const root = join(import.meta.dirname, '../../..')
const builtDashboard = join(root, 'dashboard/dist')
const extension = join(root, 'extension/dist')

/** Serves the built dashboard and extension; a page that a person opens gets the app, anything else unknown is a problem (D1.11). */
export async function serveWebApp(app: FastifyInstance, baseUrl: string, dashboard = builtDashboard): Promise<void> {
  const files = { index: false, serveDotFiles: false } as const
  if (existsSync(dashboard)) {
    const setHeaders = (reply: { header: (name: string, value: string) => unknown }) =>
      void reply.header('cache-control', 'no-cache')
    await app.register(fastifyStatic, {
      ...files,
      root: dashboard,
      wildcard: false,
      globIgnore: ['assets/**'],
      setHeaders,
    })
  }
  if (existsSync(join(dashboard, 'assets'))) {
    // Looked up at each request, so that a build under a running server is served whole. A hash in each name says that it never changes.
    await app.register(fastifyStatic, {
      ...files,
      root: join(dashboard, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      decorateReply: false,
    })
  }
  app.get('/extension/loadping-chrome.zip', { schema: { hide: true } }, (_request, reply) =>
    reply.sendFile('loadping-chrome.zip', extension),
  )
  app.setNotFoundHandler(
    (request, reply) => redirectToCanonicalHost(request, reply, baseUrl) ?? answerUnknown(request, reply, dashboard),
  )
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply, dashboard: string): FastifyReply {
  const isReadByPerson = request.method === 'GET' && request.headers.accept?.includes('text/html')
  if (!isReadByPerson || !existsSync(join(dashboard, 'index.html')))
    return sendProblem(reply, new Problem('not-found', 'There is nothing here.'))
  const [path = '/'] = request.url.split('?')
  return reply.code(isPage(path) ? 200 : 404).sendFile('index.html', dashboard)
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** This machine has several names, and what a browser keeps under one is not there under another: a page opened by a wrong one goes on by the right one. */
function redirectToCanonicalHost(
  { method, url, hostname, port, headers }: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): FastifyReply | undefined {
  const base = new URL(baseUrl)
  const isOtherName =
    hostname !== base.hostname &&
    [hostname, base.hostname].every((name) => loopbackNames.includes(name)) &&
    String(port ?? '') === base.port
  return method === 'GET' && isOtherName && headers.accept?.includes('text/html')
    ? reply.redirect(baseUrl + url)
    : undefined
}
