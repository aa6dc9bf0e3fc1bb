import { expect, test } from 'vitest'
import { sendInquiry } from '../testing/inquiries.ts'
import { testApp } from '../testing/test-app.ts'
import { deleteOldTexts } from './email-texts.service.ts'

test('[R07] after 90 days an email has no text, and all else of it stays', async () => {
  const app = await testApp()
  const { email } = await app.signUp()
  const sender = await app.signUp(email)
  const { id } = await sendInquiry(sender)
  await app.runDueJobs()
  app.clock.advance(2 * 86_400_000)
  const other = await sendInquiry(await app.signUp(email))
  await app.runDueJobs()
  const before = await (await app.signUp(email)).emails.getEmailDetails({ params: { id } })

  app.clock.advance(89 * 86_400_000)
  await deleteOldTexts(app.deps)
  const user = await app.signUp(email)
  const detailsOf = (emailId: string) => user.emails.getEmailDetails({ params: { id: emailId } })

  expect(before.html).not.toBe('')
  expect(await detailsOf(id)).toEqual({ ...before, html: '', text: '', inputs: { values: {}, formula: null } })
  expect((await detailsOf(other.id)).html).not.toBe('')
  expect((await user.emails.listEmails({ query: {} })).emails.map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('[R07] an email that still waits keeps its text, and many are removed in batches', async () => {
  const app = await testApp()
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  await app.pool.query(`update email set created_at = created_at - interval '100 days' where id = $1`, [id])
  await app.pool.query(
    `insert into email (user_id, id, state, template_id, template_version, template_name, from_address, from_name, reply_to,
       to_address, cc, subject, html, load, created_at, mailbox_kind, load_key, template_inputs)
     select user_id, gen_random_uuid(), 'failed', template_id, template_version, template_name, from_address, from_name, reply_to,
       to_address, cc, subject, html, load, created_at, mailbox_kind, load_key, template_inputs
     from email, generate_series(1, 450) where id = $1`,
    [id],
  )

  await deleteOldTexts(app.deps)

  const { rows } = await app.pool.query(`select state, count(*)::int from email where html <> '' group by state`)
  expect(rows).toEqual([{ state: 'queued', count: 1 }])
})
