import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Answer } from './raw-request.ts'

/** Returns the app's loopback port, starting to listen at the first call. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Writes raw bytes to a socket and reads until the server closes; status 0 means no response. */
export async function writeBytes(app: FastifyInstance, bytes: string | Buffer): Promise<Answer> {
  const port = await portOf(app)
  const begun = performance.now()
  const received = await new Promise<string>((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {}) // what was received before counts
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
  return { ...readAnswer(received), ms: performance.now() - begun }
}

/** Formats a raw request without encoding; the connection closes after the response. */
export const rawHttp = (
  app: FastifyInstance,
  method: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  writeBytes(
    app,
    [
      `${method} ${url} HTTP/1.1`,
      'host: loadping.test',
      'connection: close',
      ...Object.entries(headers).map((entry) => entry.join(': ')),
      '',
      '',
    ].join('\r\n'),
  )

export function readAnswer(received: string): Omit<Answer, 'ms'> {
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return {
    status: Number(first.split(' ')[1] ?? 0),
    contentType: headers['content-type'] ?? '',
    headers,
    text: rest.join('\r\n\r\n'),
  }
}
