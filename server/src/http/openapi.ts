import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { brand } from '@loadping/contract/brand'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { namedSchemas } from './named-schemas.ts'
import { completeDocument } from './openapi-document.ts'

/** Serves the OpenAPI document of all mounted endpoints at `/openapi.json`, with a viewer at `/openapi`. */
export async function serveOpenApi(app: FastifyInstance, baseUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: brand.name,
        version: '1',
        description: 'Errors are problem documents (RFC 9457) with a stable `code`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: createJsonSchemaTransform({ schemaRegistry: namedSchemas }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry: namedSchemas }),
  })
  await app.register(swaggerUi, {
    routePrefix: '/openapi',
    uiConfig: { layout: 'BaseLayout', url: '/openapi.json' },
    staticCSP: true,
    // Swagger UI sets inline styles.
    transformStaticCSP: (policy) => policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
  })
  let made: Promise<Served> | undefined
  app.get('/openapi.json', { schema: { hide: true }, config: { limit: 'public' } }, async (request, reply) => {
    made ??= serve(completeDocument(JSON.stringify(app.swagger()))) // once, since it takes longer than a hundred other requests
    const { etag, bodies } = await made
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const encoding = encodings.find((name) => request.headers['accept-encoding']?.includes(name)) ?? 'identity'
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('application/json; charset=utf-8').send(bodies[encoding])
  })
}

const encodings = ['br', 'gzip'] as const

type Served = { etag: string; bodies: Record<(typeof encodings)[number] | 'identity', Buffer> }

async function serve(text: string): Promise<Served> {
  const identity = Buffer.from(text)
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  const etag = `"${createHash('sha256').update(identity).digest('base64url')}"`
  return { etag, bodies: { br, gzip: gzipped, identity } }
}
