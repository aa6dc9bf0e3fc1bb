import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Recorded = { method: string; url: string; headers: string; body: string }

/** Starts a proxy that records all that a browser sends, and lets through what goes to one address. */
export async function startRecordingProxy(address: string) {
  const recorded: Recorded[] = []

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method = '', headers, rawHeaders } = incoming
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    recorded.push({ method, url, headers: rawHeaders.join('\n'), body: body.toString() })
    if (new URL(url).origin !== address) return void response.writeHead(502).end()
    const { 'proxy-connection': _, ...forwarded } = headers
    const outgoing = request(url, { method, headers: forwarded }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    outgoing.end(body)
  }

  const server = createServer((incoming, response) => void handle(incoming, response).catch(() => response.destroy()))
  server.on('connect', ({ url = '' }: IncomingMessage, socket) => {
    recorded.push({ method: 'CONNECT', url, headers: '', body: '' })
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    address: `http://127.0.0.1:${port}`,
    recorded,
    stop(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}
