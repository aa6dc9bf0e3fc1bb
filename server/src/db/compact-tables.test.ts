import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { deleteOldTexts } from '../emails/email-texts.service.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { compactTables } from './compact-tables.ts'

let app: TestApp
let user: TestUser
let id: string
beforeAll(async () => {
  app = await testApp({ max: 1 })
  user = await app.signUp()
  id = (await sendInquiry(user)).id
  await app.runDueJobs()
})

const textsOfRound = Array.from({ length: 400 }, () => randomBytes(1_500).toString('hex')) // no compression makes them smaller

/** Adds emails whose texts are over, and removes these as each day does. Returns the bytes of all emails. */
async function addOldEmails(): Promise<number> {
  await app.pool.query(
    `insert into email (user_id, id, state, template_id, template_version, template_name, from_address, from_name, reply_to,
       to_address, cc, subject, html, load, created_at, mailbox_kind, load_key, template_inputs)
     select user_id, gen_random_uuid(), 'failed', template_id, template_version, template_name, from_address, from_name, reply_to,
       to_address, cc, subject, text, load, created_at - interval '100 days', mailbox_kind, load_key, template_inputs
     from email, unnest($2::text[]) as text where id = $1`,
    [id, textsOfRound],
  )
  await deleteOldTexts(app.deps)
  await app.pool.query('vacuum email') // as autovacuum does
  return Number((await app.pool.query("select pg_total_relation_size('email') as bytes")).rows[0].bytes)
}

test('[R07] the space of removed texts is used again, and compacting gives it back to the disk', async () => {
  const sizes: number[] = []
  for (let round = 1; round <= 6; round++) sizes.push(await addOldEmails())
  const [, , third = 0, , , last = 0] = sizes
  const compacted = (await compactTables(app.connection)).find(({ table }) => table === 'email')

  expect(last - third).toBeLessThan(0.6 * 3 * textsOfRound.join('').length)
  expect(compacted?.bytesBefore).toBe(last)
  expect(compacted?.bytesAfter).toBeLessThan(last * 0.8)
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent' })
})
