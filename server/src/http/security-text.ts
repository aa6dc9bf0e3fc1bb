import { brand } from '@loadping/contract/brand'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'

const yearMs = 365 * 86_400_000

/** Serves where to report faults of security (RFC 9116). */
export function serveSecurityText(app: FastifyInstance, { baseUrl, now }: Pick<Deps, 'baseUrl' | 'now'>): void {
  const path = '/.well-known/security.txt'
  app.get(path, { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        [
          `Contact: mailto:${brand.securityAddress}`,
          `Expires: ${new Date(now().getTime() + yearMs).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${baseUrl}${path}`,
          '',
        ].join('\n'),
      ),
  )
}
