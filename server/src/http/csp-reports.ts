import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

export const reportsPath = '/policy-reports'

const text = z.catch(z.optional(z.string()), undefined)
const Violation = z.object({
  body: z.optional(z.object({ effectiveDirective: text, blockedURL: text, sourceFile: text })),
  'csp-report': z.optional(z.object({ 'effective-directive': text, 'blocked-uri': text, 'source-file': text })),
})
const Reports = z.union([z.array(Violation).check(z.maxLength(20)), Violation])

const maxPerMinute = 20

/** Collects CSP violation reports and logs directive and origins, never full URLs, which may hold secrets. */
export function collectCspReports(app: FastifyInstance): void {
  let left = maxPerMinute
  const refill = setInterval(() => {
    left = maxPerMinute
  }, 60_000)
  refill.unref()
  app.addHook('onClose', async () => clearInterval(refill))

  app.register((reports, _options, done) => {
    reports.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string' },
      async (_request: unknown, body: string) => readJson(body),
    )
    reports.post(reportsPath, { schema: { hide: true }, bodyLimit: 16_384 }, async (request, reply) => {
      const { data } = Reports.safeParse(request.body)
      for (const { body, 'csp-report': legacy } of [data ?? []].flat()) {
        if (left-- > 0)
          request.log.warn(
            {
              directive: tokenOf(body?.effectiveDirective ?? legacy?.['effective-directive']),
              blocked: originOf(body?.blockedURL ?? legacy?.['blocked-uri']),
              source: originOf(body?.sourceFile ?? legacy?.['source-file']),
            },
            'CSP violation',
          )
      }
      return reply.code(204).send()
    })
    done()
  })
}

const tokenOf = (text: string | undefined): string | undefined =>
  text && /^[a-z-]{1,40}$/.test(text) ? text : undefined

/** Returns the origin of a URL, or a keyword such as `inline`; else undefined. */
const originOf = (url: string | undefined): string | undefined => {
  if (url && URL.canParse(url)) return new URL(url).origin
  return tokenOf(url)
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined // malformed reports are ignored
  }
}
