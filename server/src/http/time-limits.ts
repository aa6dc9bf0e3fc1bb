import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseOnSocket, sendProblem, tooSlow } from './problems.ts'

/** How long each part of a request may take. Clients give up after 60 seconds. */
export const timeLimits = {
  /** From the first byte, or from the connection, to the end of the head. */
  headMs: 10_000,
  /** From the end of the head to the end of the body. */
  bodyMs: 20_000,
  /** From the end of the head to the start of the answer. */
  answerMs: 30_000,
  /** From the end of the head to the last byte of an answer that the client has read. */
  readMs: 600_000,
  /** For the next request on a connection. */
  keepAliveMs: 65_000,
  /** Without any traffic, also while an answer is unread. */
  silenceMs: 120_000,
}

const { headMs, answerMs, keepAliveMs, silenceMs } = timeLimits

/** What Node's HTTP server limits. It looks every second, instead of every 30. */
export const serverTimes = {
  http: { headersTimeout: headMs, connectionsCheckingInterval: 1_000 },
  requestTimeout: answerMs,
  connectionTimeout: silenceMs,
  keepAliveTimeout: keepAliveMs,
}

/** Ends a request whose body, answer or reading takes too long, with an answer where there is none yet. */
export function limitTimes(
  app: FastifyInstance,
  { bodyMs, answerMs, readMs }: Pick<typeof timeLimits, 'bodyMs' | 'answerMs' | 'readMs'> = timeLimits,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply
    const { socket } = request.raw
    const endSlowBody = () => {
      if (request.raw.complete || raw.headersSent || reply.sent) return
      reply.hijack()
      refuseOnSocket(socket, tooSlow)
    }
    const endSlowAnswer = () => {
      if (raw.headersSent || reply.sent) return
      reply.header('connection', 'close')
      sendProblem(reply, tooLong)
    }
    const endSlowReader = () => {
      const isOpenStream = reply.sent && !raw.writableEnded // it ends by its own rules
      if (!isOpenStream) socket.destroy()
    }
    const timers = [
      ...(hasBody(request) ? [setTimeout(endSlowBody, bodyMs)] : []),
      setTimeout(endSlowAnswer, answerMs),
      setTimeout(endSlowReader, readMs),
    ]
    raw.once('close', () => {
      for (const timer of timers) clearTimeout(timer)
    })
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const tooLong = new Problem('unavailable', 'This takes too long right now. Try again shortly.')
