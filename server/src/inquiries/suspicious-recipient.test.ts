import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, noTraces, sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const posted = (contactEmail: string) => buildLoad({ contactEmail, boardLoadId: randomUUID(), pickupDay: '2082-11-23' })
const reason = 'qui11on.com looks like quillon.com, which your team has emailed once.'

test("[D12.1] a look-alike of a teammate's recipient needs a confirmation, which the details keep", async () => {
  const owner = await createOwner(app)
  const mate = await createMember(app, owner)
  const genuine = await sendInquiry(owner, { load: posted('loads@quillon.com') })
  const before = await tracesOf(app, mate)
  const load = { ...posted('loads@qui11on.com'), company: 'Other Company' }

  await expect(sendInquiry(mate, { load, confirmed: true })).rejects.toMatchObject({
    code: 'suspicious-recipient',
    status: 409,
    message: reason,
  })
  expect(await tracesOf(app, mate)).toEqual(before)
  expect(before).toEqual(noTraces)

  const { id } = await sendInquiry(mate, { load, confirmedRecipient: true })
  const detailsOf = (user: typeof mate, emailId: string) => user.emails.getEmailDetails({ params: { id: emailId } })
  expect((await detailsOf(mate, id)).recipientCheck).toEqual({ level: 'red', reason })
  expect((await detailsOf(owner, genuine.id)).recipientCheck).toEqual({ level: 'green', reason: null })
})

test("[D12.1] an undone email and a stranger's email do not count for a recipient", async () => {
  const user = await app.signUp()
  const stranger = await app.signUp()
  const { id } = await sendInquiry(user, { load: posted('loads@quillon.com') })
  await sendInquiry(stranger, { load: posted('loads@qui11on.com') })
  await user.inquiries.undoEmail({ params: { id } })

  expect(await sendInquiry(user, { load: posted('loads@qui11on.com') })).toMatchObject({ state: 'queued' })
})

test('[D12.1] an email to an amber recipient is sent, and the reason is stored', async () => {
  const user = await app.signUp()
  await sendInquiry(user, { load: posted('loads@quillon.com') })

  const { id } = await sendInquiry(user, { load: posted('loads@bramwell.com') })

  const { recipientCheck } = await user.emails.getEmailDetails({ params: { id } })
  expect(recipientCheck).toEqual({
    level: 'amber',
    reason: 'New for Quillon Logistics: your team has emailed quillon.com.',
  })
})

test('[D12.1] a Cc address that looks like a known recipient needs the same confirmation', async () => {
  const user = await app.signUp()
  await sendInquiry(user, { load: posted('loads@quillon.com') })
  const copyTo = async (...cc: string[]) =>
    (
      await user.templates.createTemplate({
        body: { name: `Copies ${cc.length}`, subject: 's', template: '<p>x</p>', cc, labels: [] },
      })
    ).id
  const templateId = await copyTo('boss@redbud.example', 'loads@qui11on.com')
  const load = () => posted('loads@quillon.com')

  await expect(sendInquiry(user, { templateId, load: load() })).rejects.toMatchObject({
    code: 'suspicious-recipient',
    message: reason,
  })
  const { id } = await sendInquiry(user, { templateId, load: load(), confirmedRecipient: true })
  const { recipientCheck } = await user.emails.getEmailDetails({ params: { id } })
  expect(recipientCheck).toEqual({ level: 'red', reason })

  const usual = await copyTo('boss@redbud.example', 'owner@gmail.com', 'ops@quillon.com', user.email)
  expect(await sendInquiry(user, { templateId: usual, load: load() })).toMatchObject({ state: 'queued' })
})
