import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

export const reportsPath = '/policy-reports'

const text = z.catch(z.optional(z.string()), undefined)
const Violation = z.object({
  body: z.optional(z.object({ effectiveDirective: text, blockedURL: text, sourceFile: text })),
  'csp-report': z.optional(z.object({ 'effective-directive': text, 'blocked-uri': text, 'source-file': text })),
})
const Reports = z.union([z.array(Violation).check(z.maxLength(20)), Violation])

const told = 20

/** Takes what browsers say that our content security policy stopped, and logs its directive and origin; never an address, which may hold secrets. */
export function collectCspReports(app: FastifyInstance): void {
  let left = told
  const refill = setInterval(() => {
    left = told
  }, 60_000)
  refill.unref()
  app.addHook('onClose', async () => clearInterval(refill))

  app.register((reports, _options, done) => {
    reports.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: 16_384 },
      async (_request: unknown, body: string) => readJson(body),
    )
    reports.post(reportsPath, { schema: { hide: true } }, async (request, reply) => {
      const { data } = Reports.safeParse(request.body)
      for (const { body, 'csp-report': old } of [data ?? []].flat()) {
        if (left-- > 0)
          request.log.warn(
            {
              directive: wordOf(body?.effectiveDirective ?? old?.['effective-directive']),
              blocked: originOf(body?.blockedURL ?? old?.['blocked-uri']),
              source: originOf(body?.sourceFile ?? old?.['source-file']),
            },
            'a page did what the content security policy forbids',
          )
      }
      return reply.code(204).send()
    })
    done()
  })
}

const wordOf = (text: string | undefined): string | undefined =>
  text && /^[a-z-]{1,40}$/.test(text) ? text : undefined

/** `https://host` of an address, or the word that stands in its place, such as `inline`; nothing of anything else. */
const originOf = (address: string | undefined): string | undefined => {
  if (address && URL.canParse(address)) return new URL(address).origin
  return wordOf(address)
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined // a report that cannot be read tells nothing
  }
}
