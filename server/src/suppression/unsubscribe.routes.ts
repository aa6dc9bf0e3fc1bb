import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../context.ts'
import { isUnsubscribeToken, unsubscribe, unsubscribePath } from './unsubscribe.service.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

const hidden = { schema: { hide: true }, config: { limit: 'public' } } as const
type WithToken = { Querystring: { token?: unknown } }

/** Serves one-click unsubscribe (RFC 8058). GET changes nothing; POST from any origin does, authorized by the token. */
export function serveUnsubscribe(app: FastifyInstance, deps: Deps): void {
  app.register((scope, _options, done) => {
    // The body that mail providers post adds nothing to the URL.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      async () => undefined,
    )

    scope.get<WithToken>(unsubscribePath, hidden, ({ query }, reply) =>
      show(reply, isUnsubscribeToken(deps, query.token) ? 'question' : 'refused'),
    )
    scope.post<WithToken>(unsubscribePath, { ...hidden, bodyLimit: 4_096 }, async ({ query }, reply) =>
      show(reply, (await unsubscribe(deps, query.token)) ? 'done' : 'refused'),
    )
    done()
  })
}

const show = (reply: FastifyReply, kind: Parameters<typeof unsubscribePage>[0]): FastifyReply =>
  reply
    .code(kind === 'refused' ? 400 : 200)
    .type('text/html')
    .send(unsubscribePage(kind))
