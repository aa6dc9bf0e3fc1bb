import { defineApi } from '@loadping/contract/wire/endpoint'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findCaller } from '../sessions/sessions.service.ts'
import { endsSession, everySample } from '../testing/every-endpoint.ts'
import { rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { createOwner } from '../testing/teams.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { implement } from './implement.ts'
import { registerErrorHandler } from './problems.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const Person = z.object({
  name: z.string(),
  trucks: z.array(z.object({ id: z.int() })),
  boss: z.nullable(z.object({ name: z.string() })),
})
const api = defineApi({ getPerson: { access: 'public', method: 'GET', path: '/person', response: Person } })

async function answering(person: z.infer<typeof Person>) {
  const bare = Fastify()
  bare.setValidatorCompiler(validatorCompiler)
  bare.setSerializerCompiler(serializerCompiler)
  registerErrorHandler(bare)
  implement(api, { getPerson: () => person }).mount(bare, app.deps, findCaller)
  return rawRequest(bare, { method: 'GET', url: '/person' })
}

test('[T14] response fields beyond the contract are removed at every depth', async () => {
  const row = {
    name: 'Maria',
    tokenHash: 'canary',
    trucks: [{ id: 1, vin: 'canary', owner: { ssn: 'canary' } }],
    boss: { name: 'Rosa', stripeId: 'canary', toJSON: undefined },
    providerToken: 'canary',
  }

  const answer = await answering(row)

  expect(JSON.parse(answer.text)).toEqual({ name: 'Maria', trucks: [{ id: 1 }], boss: { name: 'Rosa' } })
})

test('[T14] a response that lacks what the contract promises is a 500 and shows none of it', async () => {
  const answer = await answering(Object.assign({ name: 'canary', trucks: [], boss: null }, { boss: undefined }))

  expect(answer.status).toBe(500)
  expect(answer.text).not.toMatch(/canary|boss|Invalid/)
})

test('[T14] no response to any caller contains database-only fields', async () => {
  const user = await createOwner(app)
  const other = await app.signUp()
  await app.pool.query(
    "insert into email (user_id, id, state, template_id, template_version, template_name, from_address, from_name, reply_to, to_address, cc, subject, html, ask_cents, load, created_at, mailbox_kind, load_key, template_inputs) select $1, gen_random_uuid(), 'sent', id, 1, 'n', 'f@x.example', 'n', 'r@x.example', 't@x.example', '{}', 's', 'h', null, '{}', now(), 'relay', '', '{}' from template where user_id = $1",
    [other.userId],
  )
  const { rows: secrets } = await app.pool.query<{ secret: string }>(
    'select token_hash as secret from session union select token_hash from sign_in_token union select code_hash from sign_in_token union select id::text from session where user_id <> $1',
    [user.userId],
  )
  const { rows: foreign } = await app.pool.query<{ secret: string }>(
    'select id::text as secret from template where user_id = $1 union select $1::text union select $2',
    [other.userId, other.email],
  )

  for (const sample of everySample.filter(({ name }) => !endsSession(name))) {
    const { text } = await rawRequest(app.app, rawRequestFor(sample, {}, user.accessToken))

    for (const { secret } of [...secrets, ...foreign])
      expect(text.includes(secret), `${sample.name}: ${text}`).toBe(false)
  }

  expect(secrets.length).toBeGreaterThan(4)
  expect(foreign.length).toBe(3)
})
