import { randomUUID } from 'node:crypto'
import { nameInstallation } from '@loadping/contract/brand'
import { reachedNobody } from '@loadping/contract/emails/emails'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { beginDeletion } from '../account-deletion/account-deletion.service.ts'
import { deleteDueAccounts } from '../account-deletion/final-deletion.service.ts'
import { applyRelaySetting, connectMailbox } from '../mailboxes/mailboxes.service.ts'
import { waitForLocks } from '../testing/deletion.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { createReviewerCode, type ReviewerCode, signInReviewer } from '../testing/reviewers.ts'
import { createOwner, grant } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { findAccount } from './accounts.service.ts'
import { claimReviewerCode, endReviewerCode } from './reviewers.service.ts'

const day = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => nameInstallation({ hasRelay: true }))

const createCode = () => createReviewerCode(app)
const signIn = (reviewer: ReviewerCode) => signInReviewer(app, reviewer)
const createAndSignIn = async () => signIn(await createCode())
const refused = { name: 'Problem', code: 'invalid-input' }

/** Sends an inquiry of a user, and returns what became of it. */
async function inquire(user: TestUser) {
  const { id } = await sendInquiry(user)
  app.clock.advance(10_000)
  await app.runDueJobs()
  const email = await user.emails.getEmail({ params: { id } })
  return { ...email, text: (await user.emails.getEmailDetails({ params: { id } })).text }
}

test("[D13.6] a reviewer's code signs in any number of times, until its last day", async () => {
  const { email, code } = await createCode()
  const first = await signIn({ email, code })
  app.clock.advance(29 * day)
  const again = await signIn({ email, code })

  expect(code).toMatch(/^R\d{16}$/)
  expect(again.userId).toBe(first.userId)
  expect((await again.account.getMe()).email).toBe(email)
  app.clock.advance(day)
  await expect(signIn({ email, code })).rejects.toMatchObject(refused)
})

test('[D13.6] a code that is used twice at once makes one account, with one sealed mailbox', async () => {
  const { email, code } = await createCode()
  const [one, other] = await Promise.all([signIn({ email, code }), signIn({ email, code })])

  expect(one?.userId).toBe(other?.userId)
  for (const user of [one, other]) expect((await user?.account.getMe())?.email).toBe(email)
  const { rows } = await app.pool.query('select kind, is_sealed from mailbox where user_id = $1', [one?.userId])
  expect(rows).toEqual([{ kind: 'relay', is_sealed: true }])
})

test('[D13.6] an end waits for a sign-in that has begun, and leaves no account open', async () => {
  const { email, code } = await createCode()
  const blocking = await app.pool.connect()
  try {
    await blocking.query('begin')
    await blocking.query('lock table account in share mode')
    const signingIn = signIn({ email, code })
    await waitForLocks(app, 1)
    const ending = endReviewerCode(app.deps, email).then(() => findAccount(app.deps, email))
    await waitForLocks(app, 2)
    await blocking.query('commit')

    const { userId } = await signingIn
    expect(await ending).toMatchObject({ id: userId })
  } finally {
    blocking.release()
  }
})

test('[D13.6] a code that was ended works by no clock, and not for who had begun to use it', async () => {
  const { email, code } = await createCode()
  await endReviewerCode({ ...app.deps, now: () => new Date(app.clock.now.getTime() + day) }, email)

  await expect(signIn({ email, code })).rejects.toMatchObject(refused)
  expect(await claimReviewerCode(app.deps, email, code)).toBe(false)
})

test('[D13.6] a wrong code and the code of another reviewer open nothing', async () => {
  const one = await createCode()
  const other = await createCode()
  const user = await app.signUp()

  for (const email of [other.email, user.email, 'nobody@loadping.test'])
    await expect(signIn({ email, code: one.code })).rejects.toMatchObject(refused)
  await expect(signIn({ email: one.email, code: 'R0000000000000000' })).rejects.toMatchObject(refused)
})

test('[D13.6] a thousand wrong codes in a row lock a code, and a right one forgets them', async () => {
  const { email, code } = await createCode()
  const setTries = (tries: number) =>
    app.pool.query('update reviewer set code_tries = $2 where email = $1', [email, tries])
  await setTries(999)
  await signIn({ email, code })
  await expect(signIn({ email, code: 'R0000000000000000' })).rejects.toMatchObject(refused)
  await signIn({ email, code })

  await setTries(999)
  await expect(signIn({ email, code: 'R0000000000000000' })).rejects.toMatchObject(refused)
  await expect(signIn({ email, code })).rejects.toMatchObject(refused)
})

test("[D13.6] a reviewer's email is read in the product and reaches nobody, with a relay or without", async () => {
  const user = await createAndSignIn()
  for (const hasRelay of [true, false]) {
    nameInstallation({ hasRelay })
    await applyRelaySetting(app.deps)
    const before = app.sent.length
    const email = await inquire(user)

    expect(email).toMatchObject({ state: 'sent', failure: reachedNobody, to: 'loads@quillon.example' })
    expect(email.text).toContain('Joliet')
    expect(app.sent.length).toBe(before)
  }
})

test('[D13.6] every mailbox of a reviewer is sealed, also one that is connected again or by a provider', async () => {
  const { email, code } = await createCode()
  const user = await signIn({ email, code })
  await user.mailboxes.disconnectMailbox({ body: { kind: 'relay', address: email } })
  await signIn({ email, code })
  const before = app.sent.length
  expect(await inquire(user)).toMatchObject({ state: 'sent', failure: reachedNobody })

  await connectMailbox(app.deps, { userId: user.userId, kind: 'google', address: 'real@gmail.example' }, 'a-token')
  expect(await inquire(user)).toMatchObject({ state: 'sent', mailbox: { kind: 'google' }, failure: reachedNobody })
  await user.mailboxes.testMailbox({ body: { kind: 'google', address: 'real@gmail.example' } })
  await app.runDueJobs()
  expect(app.sent.length).toBe(before)
})

test('[D13.6] a reviewer has practice emails in the list, where others have none', async () => {
  const reviewer = await createAndSignIn()
  const user = await app.signUp()
  for (const one of [reviewer, user]) {
    const [template] = await one.templates.listTemplates()
    await one.practice.sendPracticeEmail({
      headers: { 'idempotency-key': randomUUID() },
      body: { templateId: template?.id ?? '', row: 'practice-1' },
    })
  }
  app.clock.advance(10_000)
  await app.runDueJobs()

  expect(await reviewer.practice.getPractice()).toMatchObject({ used: 1, isSealed: true })
  expect((await reviewer.emails.listEmails({ query: {} })).emails).toMatchObject([
    { state: 'sent', to: reviewer.email, failure: reachedNobody },
  ])
  expect((await user.emails.listEmails({ query: {} })).emails).toEqual([])
  expect(app.sent.filter(({ to }) => to === reviewer.email)).toEqual([])
  expect(app.sent.filter(({ to }) => to === user.email).at(-1)?.text).toContain('Joliet')
})

test('[D13.6] no sign-in email, invitation or security email leaves for the address of a reviewer', async () => {
  const { email, code } = await createCode()
  const owner = await createOwner(app)
  await app.as().signIn.requestLink({ body: { email } })
  await owner.team.invite({ body: { emails: [email], role: 'USER' } })
  await signIn({ email, code })
  app.clock.advance(day)
  await signIn({ email, code })
  await app.runDueJobs()

  expect(app.sent.filter(({ to }) => to === email)).toEqual([])
})

test('[D13.6] a reviewer connects no mailbox of their own and invites nobody', async () => {
  const user = await createAndSignIn()
  const address = 'someone@redbud.example'
  const server = { host: 'smtp.redbud.example', port: 465, user: 'maria', password: 'secret' } as const
  const notAllowed = { code: 'not-allowed' }
  await grant(app, user)
  await user.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })

  await expect(user.mailboxes.connectSmtp({ body: { address, ...server } })).rejects.toMatchObject(notAllowed)
  const start = { params: { kind: 'google' }, body: { challenge: 'v'.repeat(43) } } as const
  await expect(user.mailboxes.startConnect(start)).rejects.toMatchObject(notAllowed)
  await expect(user.team.invite({ body: { emails: [address], role: 'USER' } })).rejects.toMatchObject(notAllowed)
  await app.runDueJobs()
  expect(app.sent.filter(({ to }) => to === address)).toEqual([])
})

test("[D13.6] each use of a reviewer's code is a security event, without code and address", async () => {
  const before = app.log.length
  const { email, code } = await createCode()
  const { userId } = await signIn({ email, code })
  await expect(signIn({ email, code: 'R0000000000000000' })).rejects.toMatchObject(refused)
  const lines = app.log.slice(before)

  expect(lines.filter(({ security }) => security === 'reviewer-sign-in')).toMatchObject([{ userId }])
  expect(lines.filter(({ security }) => security === 'sign-in-failed')).toMatchObject([{ method: 'code' }])
  expect(JSON.stringify(lines)).not.toContain(code)
  expect(JSON.stringify(lines)).not.toContain(email)
})

test('[D13.6] a reviewer who is ended is signed out, stays out, and is deleted in a week', async () => {
  const { email, code } = await createCode()
  const user = await signIn({ email, code })
  expect(await endReviewerCode(app.deps, email)).toBe(true)
  await beginDeletion({ ...app.deps, caller: { userId: user.userId, email, organizationId: null } })

  await expect(user.account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
  await expect(signIn({ email, code })).rejects.toMatchObject(refused)
  app.clock.advance(8 * day)
  await deleteDueAccounts(app.deps)
  await app.runDueJobs()
  const { rows } = await app.pool.query(
    'select email from account where email = $1 union all select email from reviewer where email = $1',
    [email],
  )
  expect(rows).toEqual([])
  expect(app.sent.filter(({ to }) => to === email)).toEqual([])
})
