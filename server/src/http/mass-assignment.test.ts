import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyObject, replaceAt, type Sample } from '../testing/every-endpoint.ts'
import { type Bearers, problemError, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { createCallers } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
let bearers: Bearers
beforeAll(async () => {
  app = await testApp()
  const callers = await createCallers(app)
  user = callers.owner
  bearers = callers.bearers
})

/** Field names that would grant a role, a limit or another user's data, with an attacker's value. */
const privilegedFields: Record<string, unknown> = {
  role: 'OWNER',
  features: ['email', 'team-management'],
  emails: 1_000_000,
  limitEmails: null,
  limitTempl: null,
  billingPlan: 'BUSINESS',
  trialDays: 9_999,
  accountVerified: true,
  organizationId: '20000000-0000-4000-8000-000000000001',
  isDefault: true,
  isDemo: true,
  usedEmails: 0,
  renewsAt: null,
  userId: '20000000-0000-4000-8000-000000000001',
  ownerId: '20000000-0000-4000-8000-000000000001',
  version: 99,
  createdAt: '2000-01-01T00:00:00Z',
  state: 'sent',
  askCents: 1,
  from: 'ceo@broker.example',
  audience: 'web',
  is_default: true,
  user_id: '20000000-0000-4000-8000-000000000001',
}

/** Returns the whole content of the database. */
async function dump(): Promise<string> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  )
  const contents = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      (await app.pool.query(`select t::text as row from ${name} t order by 1`)).rows,
    ]),
  )
  return JSON.stringify(contents)
}

/** Whether the contract has this field and accepts this value. */
function isAcceptedField({ endpoint }: Sample, body: unknown, path: string[]): boolean {
  const parsed: unknown = endpoint.body && z.safeParse(endpoint.body, body).data
  return path.reduce<unknown>((inner, key) => Object(inner)[key], parsed) !== undefined
}

test('a read-only field is rejected in every object of every body and nothing changes', async () => {
  const before = await dump()
  const [template] = await user.templates.listTemplates()

  for (const { sample, path } of everyObject) {
    for (const [name, value] of Object.entries(privilegedFields)) {
      // The caller's own template, so that only the extra field can cause the rejection.
      const body =
        'templateId' in Object(sample.input.body)
          ? { ...Object(sample.input.body), templateId: template?.id }
          : sample.input.body
      if (isAcceptedField(sample, replaceAt(body, [...path, name], value), [...path, name])) continue
      const own =
        sample.name === 'updateTemplate'
          ? { params: { id: template?.id }, body: { ...Object(body), id: template?.id } }
          : { body }
      const answer = await rawRequest(
        app.app,
        rawRequestFor(sample, { ...own, body: replaceAt(own.body, [...path, name], value) }, bearers),
      )

      expect(answer.status, `${sample.name} ${[...path, name].join('/')}: ${answer.text}`).toBe(400)
      expect(problemError(answer)).toBeUndefined()
    }
  }

  expect(await dump()).toBe(before)
})
