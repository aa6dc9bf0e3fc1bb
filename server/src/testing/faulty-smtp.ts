import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { mailCertificate } from '../stand-ins/mail-certificate.ts'

/**
 * Overrides the reply to a line: another reply, silence (null) or the default (undefined). The first line is CONNECT.
 */
export type Fault = (line: string, state: Talk) => string | null | undefined
type Talk = { socket: Socket; isText: boolean; reset: () => void }

export type FaultyServer = {
  port: number
  /** All received lines, and the number of connections. */
  lines: string[]
  connections: () => number
  /** The number of complete messages received. */
  texts: () => number
  bytesSent: () => number
  close: () => void
}

/** Starts a local SMTP server that behaves normally except where the fault overrides it. */
export async function startFaultySmtp(fault: Fault, { isSecure = false } = {}): Promise<FaultyServer> {
  const lines: string[] = []
  const sockets = new Set<Socket>()
  let bytesSent = 0
  let texts = 0
  let connections = 0

  let raw: Socket | undefined
  const serve = (socket: Socket) => {
    const reset = () => void raw?.resetAndDestroy()
    let isText = false
    let rest = ''
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      bytesSent += socket.bytesWritten
    })
    const onLine = (line: string) => {
      lines.push(line)
      const answer = fault(line, { socket, isText, reset })
      const reply = answer === undefined ? defaultReply(line, isText) : answer
      if (isText && line === '.') texts += 1
      if (isText ? line === '.' : line === 'DATA') isText = !isText && reply?.startsWith('354') === true
      if (reply) socket.write(reply)
    }
    onLine('CONNECT')
    socket.on('data', (chunk) => {
      const received = (rest + chunk.toString()).split('\r\n')
      rest = received.pop() ?? ''
      for (const line of received) if (!socket.destroyed) onLine(line)
    })
  }

  const server = isSecure ? createTlsServer(mailCertificate, serve) : createServer(serve)
  server.on('tlsClientError', () => {})
  server.on('connection', (socket: Socket) => {
    raw = socket.on('error', () => {}) // the socket below TLS
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    lines,
    connections: () => connections,
    texts: () => texts,
    bytesSent: () => bytesSent,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function defaultReply(line: string, isText: boolean): string | undefined {
  if (isText) return line === '.' ? '250 accepted\r\n' : undefined
  if (line === 'CONNECT') return '220 test\r\n'
  if (line.startsWith('EHLO')) return '250-test\r\n250 AUTH PLAIN\r\n'
  if (line.startsWith('AUTH')) return '235 welcome\r\n'
  if (line === 'QUIT') return '221 bye\r\n'
  return line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n'
}

/** Closes the connection instead of replying. */
export function hangUp({ socket }: Talk): null {
  socket.destroy()
  return null
}

/** Replies and then resets the connection. */
export const answerAndReset =
  (reply: string) =>
  ({ socket, reset }: Talk): null => {
    socket.write(reply, reset)
    return null
  }

/** Replies one byte per second. */
export const slowReply =
  (reply: string) =>
  ({ socket }: Talk): null => {
    const bytes = [...reply]
    const timer = setInterval(() => {
      const next = bytes.shift()
      if (next === undefined || socket.destroyed) clearInterval(timer)
      else socket.write(next)
    }, 1_000)
    return null
  }

/** Sends an endless reply as fast as it is read. */
export const flood =
  (code: number) =>
  ({ socket }: Talk): null => {
    const block = `${code}-${'and on and on '.repeat(20)}\r\n`.repeat(50)
    const write = () => {
      while (!socket.destroyed && socket.writable) if (!socket.write(block)) return
    }
    socket.on('drain', write)
    write()
    return null
  }

type Odd = (talk: Talk) => string | null

/** Applies the fault at one command only. */
export const at =
  (verb: string, fault: Odd): Fault =>
  (line, talk) =>
    !talk.isText && line.startsWith(verb) ? fault(talk) : undefined

/** Applies the fault after the last line of the data. */
export const afterText =
  (fault: Odd): Fault =>
  (line, talk) =>
    talk.isText && line === '.' ? fault(talk) : undefined
