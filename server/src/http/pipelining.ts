import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Browsers and proxies send one request at a time per connection. */
const maxUnanswered = 4

/** Closes connections with too many unanswered requests: responses that the client does not read stay in memory. */
export function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  const change = (socket: Socket, by: 1 | -1): number => {
    const count = (unanswered.get(socket) ?? 0) + by
    unanswered.set(socket, count)
    return count
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    reply.raw.once('close', () => change(socket, -1))
    if (change(socket, 1) <= maxUnanswered) return done()
    reply.hijack()
    socket.destroy()
  })
}
