import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { brand } from '@loadping/contract/brand'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Serves the OpenAPI document of all mounted endpoints at `/openapi.json`, with a viewer at `/openapi`. */
export async function serveOpenApi(app: FastifyInstance, baseUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: brand.name,
        version: '1',
        description: 'Errors are problem documents (RFC 9457) with a stable `code`.',
      },
      servers: [{ url: baseUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, {
    routePrefix: '/openapi',
    uiConfig: { layout: 'BaseLayout', url: '/openapi.json' },
    staticCSP: true,
    // Swagger UI sets inline styles.
    transformStaticCSP: (policy) => policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
}
