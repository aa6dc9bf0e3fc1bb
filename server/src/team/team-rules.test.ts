import { createHash, randomUUID } from 'node:crypto'
import { Inquiry } from '@loadping/contract/inquiries/inquiries'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const phone = '(202) 555-0177'
const load = () => buildLoad({ phone })
const key = () => ({ 'idempotency-key': randomUUID() })

test('[D12.5] a team with Save off refuses to save loads, with a reason, and takes emails and calls', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await owner.team.saveRules({ body: { allowsSave: false, allowsPhones: true } })

  for (const person of [owner, member])
    await expect(person.loads.saveLoad({ body: { load: load() } })).rejects.toMatchObject({
      code: 'not-allowed',
      message: "Your team's managers turned off saving loads. Emails and calls still work.",
    })
  expect(await member.loads.recordCall({ headers: key(), body: { about: { load: load() } } })).toMatchObject({
    loadId: expect.any(String),
  })
  await sendInquiry(member, { load: load() })
  expect((await member.loads.listLoads({ query: {} })).loads).toHaveLength(2)

  await owner.team.saveRules({ body: { allowsSave: true, allowsPhones: true } })
  expect(await member.loads.saveLoad({ body: { load: load() } })).toMatchObject({ facts: { phone } })
})

test('[D12.5] a team with phone numbers off stores none, whichever way they come', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await owner.team.saveRules({ body: { allowsSave: true, allowsPhones: false } })

  const saved = await member.loads.saveLoad({ body: { load: load() } })
  await member.loads.recordCall({ headers: key(), body: { about: { load: load() } } })
  await sendInquiry(member, { load: load() })
  await expect(member.loads.changeLoad({ params: { id: saved.id }, body: { facts: { phone } } })).rejects.toMatchObject(
    { code: 'not-allowed', message: "Your team's managers turned off phone numbers." },
  )

  expect(saved.facts).not.toHaveProperty('phone')
  expect(await storedTexts(member)).not.toMatch(/555-?0177/)
  const alone = await app.signUp()
  await alone.loads.saveLoad({ body: { load: load() } })
  expect(await storedTexts(alone)).toMatch(/555-?0177/)
})

test("[D12.5] a call about a teammate's older load stores no phone number for a team without them", async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const { id } = await owner.loads.saveLoad({ body: { load: load() } })
  await owner.team.saveRules({ body: { allowsSave: true, allowsPhones: false } })

  await member.loads.recordCall({ headers: key(), body: { about: { loadId: id } } })

  expect((await member.loads.listLoads({ query: {} })).loads).toHaveLength(1)
  expect(await storedTexts(member)).not.toMatch(/555-?0177/)
  expect(await storedTexts(owner)).toMatch(/555-?0177/)
})

test('[D12.5] a later call or resend stores an older phone number no second time', async () => {
  const owner = await createOwner(app)
  const posting = load()
  const saved = await owner.loads.saveLoad({ body: { load: posting } })
  const { id } = await sendInquiry(owner, { load: posting })
  await app.pool.query(`update email set state = 'failed' where id = $1`, [id])
  const countStored = async () => (await storedTexts(owner)).match(/555-?0177/g)?.length
  const before = await countStored()
  await owner.team.saveRules({ body: { allowsSave: true, allowsPhones: false } })

  await owner.loads.recordCall({ headers: key(), body: { about: { loadId: saved.id } } })
  await owner.inquiries.resendEmail({ headers: key(), params: { id } })

  expect(before).toBeGreaterThan(1)
  expect(await countStored()).toBe(before)
})

test('[D12.5] a repeat is answered also if a rule took its phone number meanwhile, or gave it back', async () => {
  const user = await app.signUp()
  const { phone: _taken, ...without } = load()
  for (const [first, second] of [
    [{ ...without, phone }, without],
    [without, { ...without, phone }],
  ]) {
    const sent = randomUUID()
    const called = randomUUID()
    const posting = { ...buildLoad(first), boardLoadId: randomUUID() }
    const repeated = { ...buildLoad(second), boardLoadId: posting.boardLoadId }
    const call = (about: typeof posting) =>
      user.loads.recordCall({ headers: { 'idempotency-key': called }, body: { about: { load: about } } })

    expect(await sendInquiry(user, { load: repeated }, sent)).toEqual(await sendInquiry(user, { load: posting }, sent))
    expect(await call(repeated)).toEqual(await call(posting))
    const other = { ...posting, company: 'Other Freight LLC' }
    await expect(sendInquiry(user, { load: other }, sent)).rejects.toMatchObject({ code: 'key-reused' })
    await expect(call(other)).rejects.toMatchObject({ code: 'key-reused' })
  }
})

test('[D12.5] a repeat is answered also if the version before took the request', async () => {
  const user = await app.signUp()
  const [template] = await user.templates.listTemplates()
  const body = Inquiry.parse({ templateId: template?.id ?? '', load: load() })
  const headers = key()
  const first = await user.inquiries.sendEmail({ headers, body })
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  const { rowCount } = await app.pool.query('update idempotency_key set body_hash = $2 where key = $1', [
    headers['idempotency-key'],
    bodyHash,
  ])

  expect(rowCount).toBe(1)
  expect(await user.inquiries.sendEmail({ headers, body })).toEqual(first)
})

test('[D12.5] who opens a board learns the rules of their team, and in no team none', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const before = await member.extension.getPageState({ query: {} })
  const rules = { allowsSave: false, allowsPhones: false }
  await owner.team.saveRules({ body: rules })

  const after = await member.extension.getPageState({ query: { version: before?.version } as { version: string } })
  expect([before?.rules, after?.rules]).toEqual([{ allowsSave: true, allowsPhones: true }, rules])
  expect(await member.team.getTeam()).toMatchObject({ rules })
  expect((await (await app.signUp()).extension.getPageState({ query: {} }))?.rules).toBeUndefined()
})

test('[D12.5] only managers change the rules, and each change is in the activity log', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const rules = { allowsSave: false, allowsPhones: true }

  await expect(member.team.saveRules({ body: rules })).rejects.toMatchObject({ code: 'not-allowed' })
  await owner.team.saveRules({ body: rules })
  await owner.team.saveRules({ body: rules })

  const { entries } = await owner.team.listActivity({ query: {} })
  expect(entries.filter(({ action }) => action === 'rules-changed')).toMatchObject([
    { actor: owner.email, detail: 'Save is off, phone numbers are on' },
  ])
})

/** Returns all that is stored of a user's loads, emails and contacts. */
async function storedTexts({ userId }: TestUser): Promise<string> {
  const tables = ['load', 'email', 'contact_event', 'load_event']
  const found = await Promise.all(
    tables.map((table) =>
      app.pool.query(`select row_to_json(t)::text as text from ${table} t where user_id = $1`, [userId]),
    ),
  )
  return found.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n')
}
