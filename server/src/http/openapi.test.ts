import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { problemStatus } from '@loadping/contract/wire/problem'
import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { everyEndpoint } from '../testing/every-endpoint.ts'
import { testApp } from '../testing/test-app.ts'

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.unknown()) })),
  parameters: z.optional(z.array(z.object({ in: z.string(), name: z.string() }))),
  responses: z.record(z.string(), z.unknown()),
})
const Named = z.record(z.string(), z.unknown())
const Document = z.object({
  openapi: z.string(),
  components: z.object({ schemas: Named, responses: Named, securitySchemes: Named }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})

let document: z.infer<typeof Document>
let text: string
beforeAll(async () => {
  const { app } = await testApp()
  text = (await app.inject('/openapi.json')).body
  document = Document.parse(JSON.parse(text))
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

test('the OpenAPI document names the problems of each operation, with their codes', () => {
  const { paths, components } = document
  const statuses = Object.values(problemStatus)
  expect(Object.keys(components.responses).sort()).toEqual(
    [...new Set(statuses)].sort().map((status) => `Problem${status}`),
  )
  for (const [code, status] of Object.entries(problemStatus))
    expect(JSON.stringify(components.responses[`Problem${status}`]), code).toContain(`"${code}"`)

  const named = (path: string, verb: string) => Object.keys(paths[path]?.[verb]?.responses ?? {})
  expect(named('/healthz', 'get')).toEqual([])
  expect(named('/fuel2', 'get')).toEqual(['200', '400', '401', '404', '409', '422', '429', '500', '503'])
  expect(named('/emails', 'post')).toEqual(
    expect.arrayContaining(['401', '402', '403', '409', '413', '415', '422', '426']),
  )
})

test('the OpenAPI document has summaries and named schemas, as a linter asks for', () => {
  const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.values(verbs).map((operation) => ({ path, operation })),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { path, operation } of operations) {
    expect(operation.summary, path).toMatch(/^[A-Z][a-z 0-9]+$/)
    const declared = operation.parameters?.flatMap(({ in: place, name }) => (place === 'path' ? [`{${name}}`] : []))
    expect((path.match(/\{\w+\}/g) ?? []).sort(), path).toEqual((declared ?? []).sort())
    for (const scheme of operation.security.flatMap((way) => Object.keys(way)))
      expect(document.components.securitySchemes, path).toHaveProperty(scheme)
  }
  const names = [...text.matchAll(/"#\/components\/(schemas|responses)\/([^"]+)"/g)]
  for (const [, kind = '', name = ''] of names)
    expect(kind === 'schemas' ? document.components.schemas : document.components.responses).toHaveProperty(name)
  const used = new Set(names.map(([, , name]) => name))
  for (const kind of ['schemas', 'responses'] as const)
    expect(
      Object.keys(document.components[kind]).filter((name) => !used.has(name)),
      kind,
    ).toEqual([])
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['ProblemDocument', 'SavedLoad', 'SentEmail', 'Template', 'User']),
  )
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
