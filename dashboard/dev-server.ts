import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer as createVite } from 'vite'

const root = import.meta.dirname

export type DevServer = { listen: (port: number) => Promise<void>; close: () => Promise<void> }

/**
 * Creates one origin for development: Vite serves the dashboard, the product's server all else. It listens on loopback
 * only, because the server trusts this machine.
 */
export async function createDevServer(findServer: () => Promise<number | undefined>): Promise<DevServer> {
  const front = createServer()
  const vite = await createVite({ root, appType: 'custom', server: { middlewareMode: true, hmr: { server: front } } })

  front.on('request', (incoming, outgoing) => {
    if (isSource(incoming)) vite.middlewares(incoming, outgoing)
    else void forward(incoming, outgoing)
  })

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const port = await findServer()
    if (port === undefined) return refuse(outgoing, 'The server is not running. The terminal of npm run dev says why.')

    const isPage = incoming.method === 'GET' && incoming.headers.accept?.includes('text/html') === true
    const headers = isPage ? without(incoming.rawHeaders, conditionalHeaders) : incoming.rawHeaders
    const upstream = request({ host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers })
    upstream.on('error', () => refuse(outgoing, 'The server closed the connection. Try again.'))
    upstream.on('response', (response) => {
      if (isPage)
        sendPage(response, incoming.url ?? '/', outgoing).catch((error: unknown) => refuse(outgoing, String(error)))
      else response.pipe(outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders))
    })
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  }

  /** Replaces the built dashboard by the one that Vite serves. Leaves any other page as it is. */
  async function sendPage(response: IncomingMessage, url: string, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await response.toArray())
    const [names] = namesOfPage.exec(body.toString()) ?? []
    if (!names) return void outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders).end(body)

    const source = readFileSync(join(root, 'index.html'), 'utf8').replace(namesOfPage, () => names)
    const page = await vite.transformIndexHtml(url, source)
    const headers = without(response.rawHeaders, ['etag', 'last-modified', 'content-length', 'transfer-encoding'])
    outgoing.writeHead(response.statusCode ?? 502, headers.map(allowInlineScripts)).end(page)
  }

  return {
    listen: (port) =>
      new Promise((resolve, reject) => front.once('error', reject).listen(port, '127.0.0.1', () => resolve())),
    close: async () => {
      front.close()
      front.closeAllConnections()
      await vite.close()
    },
  }
}

/** Whether Vite serves a request: sources, packages, its own modules and its ping, and the files of `public`. */
function isSource({ url = '/', headers }: IncomingMessage): boolean {
  const [path = '/'] = url.split('?')
  if (/^\/(?:@|src\/|node_modules\/)/.test(path) || headers.accept === 'text/x-vite-ping') return true
  return /^\/[\w-]+\.\w+$/.test(path) && existsSync(join(root, 'public', path))
}

/** What the server fills in the dashboard's page, and in no other. */
const namesOfPage = /<meta name="installation"[\s\S]*<\/title>/

/** Of a page request: they would give a compressed or an empty response. */
const conditionalHeaders = ['accept-encoding', 'if-none-match', 'if-modified-since']

/** Returns raw headers, which are names and values in turn, without some. */
function without(rawHeaders: string[], names: string[]): string[] {
  return rawHeaders.filter((_text, index) => !names.includes((rawHeaders[index - (index % 2)] ?? '').toLowerCase()))
}

/** Development only: React's refresh starts with an inline script, which the product's policy forbids. */
const allowInlineScripts = (text: string): string =>
  text.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")

function refuse(outgoing: ServerResponse, text: string): void {
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(503, { 'content-type': 'text/plain' }).end(text)
}
