import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { everyEndpoint } from '../testing/every-endpoint.ts'
import { testApp } from '../testing/test-app.ts'

const Operation = z.object({
  operationId: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.unknown()) })),
  parameters: z.optional(z.array(z.object({ in: z.string(), name: z.string() }))),
  responses: z.record(z.string(), z.unknown()),
})
const Document = z.object({ openapi: z.string(), paths: z.record(z.string(), z.record(z.string(), Operation)) })

let document: z.infer<typeof Document>
beforeAll(async () => {
  const { app } = await testApp()
  document = Document.parse((await app.inject('/openapi.json')).json())
})

test("the OpenAPI document has exactly the contract's endpoints, with access and input", () => {
  const described = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ route: `${verb.toUpperCase()} ${path}`, operation })),
  )

  expect(described.map(({ route }) => route).sort()).toEqual(
    everyEndpoint.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`).sort(),
  )
  for (const { name, endpoint } of everyEndpoint) {
    const operation = described.find(({ operation: { operationId } }) => operationId === name)?.operation
    expect(operation?.description).toContain(`Access: ${endpoint.access}`)
    expect(operation?.description.includes('extension')).toBe(endpoint.extension === true)
    expect(operation?.security).toEqual(endpoint.access === 'public' ? [] : [{ bearer: [] }])
    expect(operation?.requestBody !== undefined, name).toBe(endpoint.body !== undefined)
    expect(operation?.parameters?.filter((parameter) => parameter.in === 'path').length ?? 0).toBe(
      endpoint.path.split(':').length - 1,
    )
    expect(operation?.responses).toHaveProperty('200')
    expect('304' in (operation?.responses ?? {}), name).toBe(endpoint.mayBeUnchanged === true)
  }
})

test('the OpenAPI document is made once: compressed, and unchanged for those who have it', async () => {
  const { app } = await testApp()
  const made = vi.spyOn(app, 'swagger')
  const ask = (headers: Record<string, string>) => app.inject({ url: '/openapi.json', headers })
  const plain = await ask({})
  const asBrowser = await ask({ 'accept-encoding': 'gzip, deflate, br, zstd' })
  const zipped = await ask({ 'accept-encoding': 'gzip' })
  const known = await ask({ 'if-none-match': String(plain.headers['etag']) })

  expect(brotliDecompressSync(asBrowser.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect([asBrowser, zipped].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip'])
  expect({ status: known.statusCode, body: known.body }).toEqual({ status: 304, body: '' })
  expect(made).toHaveBeenCalledTimes(1)
})
