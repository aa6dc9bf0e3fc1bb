import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Answer } from './raw-request.ts'

/** The port of an app that listens, on the loopback address; it listens from the first call on. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Writes bytes to a socket as they are, and reads until the other side ends; a status of 0 means it ended without an answer. */
export async function writeBytes(app: FastifyInstance, bytes: string | Buffer): Promise<Answer> {
  const port = await portOf(app)
  const begun = performance.now()
  const received = await new Promise<string>((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {}) // what came before it counts
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
  return { ...readAnswer(received), ms: performance.now() - begun }
}

/** A request in raw text, of which nothing is encoded; the connection ends with its answer. */
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
