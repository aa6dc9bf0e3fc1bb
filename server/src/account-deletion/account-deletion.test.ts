import { keepDays } from '@loadping/contract/account-deletion/account-deletion'
import type { Problem } from '@loadping/contract/wire/problem'
import { beforeAll, expect, test } from 'vitest'
import { queueWeeklySummaries } from '../analytics/weekly-summary.service.ts'
import { lockName, sendLockOf } from '../db/locks.ts'
import { deleteAccount, keepAccount, refusalOf, signInToDeleted, waitForLocks } from '../testing/deletion.ts'
import { expectWellMade } from '../testing/email-assertions.ts'
import { buildLoad, callAbout, sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { type OauthTestApp, oauthTestApp } from '../testing/oauth-test-app.ts'
import { createMember, createOwner, grant, inviteByMail } from '../testing/teams.ts'
import { codeIn, type TestUser } from '../testing/test-app.ts'
import { deleteDueAccounts } from './final-deletion.service.ts'

let app: OauthTestApp
beforeAll(async () => {
  app = await oauthTestApp()
})

const days = (count: number): number => count * 86_400_000
const isSignedOut = async (call: Promise<unknown>) => (await refusalOf(call)).code === 'not-signed-in'
const emailsTo = ({ email }: TestUser) => app.sent.filter(({ to }) => to === email)

async function openExtension(user: TestUser) {
  const { extensionToken } = await user.account.getMe()
  return app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
}

test('[R03] the preview counts what is deleted', async () => {
  const user = await app.signUp()
  const { id } = await user.loads.saveLoad({ body: { load: buildLoad() } })
  await callAbout(user, id)
  await sendInquiry(user)

  expect(await user.accountDeletion.previewDeletion()).toEqual({
    deletesAt: new Date(app.clock.now.getTime() + days(7)).toISOString(),
    templates: 1,
    loads: 2,
    emails: 1,
    waiting: 1,
    mailboxes: 0,
    team: null,
    paid: null,
  })
})

test('[D13.28] a deletion ends every session at once, also of the extension', async () => {
  const user = await app.signUp()
  const other = await app.signUp(user.email)
  const extension = await openExtension(other)

  await deleteAccount(user)

  for (const { accessToken, refreshToken } of [user, other, extension]) {
    expect(await isSignedOut(app.as(accessToken).account.getMe())).toBe(true)
    expect(await isSignedOut(app.as(accessToken).signIn.refresh({ query: { refreshToken } }))).toBe(true)
  }
})

test('[D13.28] an email says until when the deletion can be taken back', async () => {
  const user = await app.signUp()
  const { deletesAt } = await deleteAccount(user)
  await app.runDueJobs()

  const message = emailsTo(user).at(-1) ?? expect.fail('no email')
  expectWellMade(message)
  expect(message.subject).toBe('Your LoadPing account will be deleted')
  expect(message.text).toContain('you can keep it: sign in and click Keep my account.')
  expect(deletesAt).toBe(new Date(app.clock.now.getTime() + days(keepDays)).toISOString())
})

test.each(['', 'someone@else.example', 'DELET'])('[D13.28] "%s" confirms no deletion', async (confirmation) => {
  const user = await app.signUp()

  const refused = await refusalOf(user.accountDeletion.deleteAccount({ body: { confirmation } }))
  expect(refused.fields).toHaveProperty('confirmation')
  expect((await user.account.getMe()).email).toBe(user.email)
})

test('[D13.28] within the week a sign-in gets no session, only what keeps the account', async () => {
  const user = await app.signUp()
  const { deletesAt } = await deleteAccount(user)
  app.clock.advance(days(6))

  const refused = await signInToDeleted(app, user.email)
  expect(refused).toMatchObject({ code: 'being-deleted', details: { deletesAt } })
  const { keepToken = '' } = refused.details
  expect(await isSignedOut(app.as(keepToken).account.getMe())).toBe(true)

  const kept = await keepAccount(app, refused)
  expect(kept).toMatchObject({ isRenewing: null })
  expect(await app.as(kept.accessToken).account.getMe()).toMatchObject({ email: user.email, accountVerified: true })
  expect(await isSignedOut(user.account.getMe())).toBe(true)
})

test('[D13.28] a code, Google and the pairing of the extension are refused within the week', async () => {
  const user = await app.signUp()
  app.idp.behavior.claims = { sub: user.userId, email: user.email, email_verified: true }
  await app.browser('google').signIn()
  const { extensionToken } = await user.account.getMe()
  await deleteAccount(user)

  await app.as().signIn.requestLink({ body: { email: user.email } })
  await app.runDueJobs()
  const code = codeIn(emailsTo(user).findLast(({ text }) => text.includes('code:')))
  const byCode = await refusalOf(app.as().signIn.verifyLink({ body: { email: user.email, code } }))
  const byGoogle = await refusalOf(app.browser('google').signIn())

  expect([byCode.code, byGoogle.code]).toEqual(['being-deleted', 'being-deleted'])
  const paired = await refusalOf(app.as().extension.openSession({ body: { code: extensionToken ?? '' } }))
  expect(paired.code).toBe('not-signed-in')
})

test('[D13.28] a sign-in with Google within the week neither connects nor disconnects a mailbox', async () => {
  const { token } = app.idp.behavior
  const isConnected = async (email: string) =>
    (await app.pool.query("select from mailbox where kind = 'google' and address = $1", [email])).rowCount === 1
  const signIn = (email: string, scope: string) => {
    app.idp.behavior.claims = { sub: email, email, email_verified: true }
    app.idp.behavior.token = { scope: `openid email profile ${scope}`, refresh_token: 'renew-me' }
    return app.browser('google').signIn()
  }
  const send = 'https://www.googleapis.com/auth/gmail.send'
  const sending = await signIn('sending@redbud.example', send)
  const other = await signIn('other@redbud.example', '')
  for (const user of [sending, other]) await user.accountDeletion.deleteAccount({ body: { confirmation: 'DELETE' } })

  await refusalOf(signIn('sending@redbud.example', ''))
  await refusalOf(signIn('other@redbud.example', send))

  expect(await isConnected('sending@redbud.example')).toBe(true)
  expect(await isConnected('other@redbud.example')).toBe(false)
  app.idp.behavior.token = token
})

test('[D13.28] what keeps an account works once, for half an hour, and not after the week', async () => {
  const user = await app.signUp()
  await deleteAccount(user)
  const first = await signInToDeleted(app, user.email)
  await keepAccount(app, first)
  expect((await refusalOf(keepAccount(app, first))).code).toBe('too-late')

  app.clock.advance(60_000)
  await deleteAccount(await app.signUp(user.email))
  expect((await refusalOf(keepAccount(app, first))).code).toBe('too-late')
  const second = await signInToDeleted(app, user.email)
  app.clock.advance(31 * 60_000)
  expect((await refusalOf(keepAccount(app, second))).code).toBe('too-late')

  app.clock.advance(days(7) - 32 * 60_000)
  const third = await signInToDeleted(app, user.email)
  app.clock.advance(60_000)
  expect((await refusalOf(keepAccount(app, third))).code).toBe('too-late')
  for (const token of ['', 'a.b', first.details.keepToken?.slice(0, -2) ?? ''])
    expect((await refusalOf(app.as().accountDeletion.keepAccount({ body: { token } }))).code).toBe('too-late')
})

test('[D13.28] what waits is not sent, says why, and costs nothing; after Keep it stays unsent', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  await deleteAccount(user)
  const before = app.sent.length
  await app.runDueJobs()

  expect(app.sent.slice(before).map(({ to }) => to)).toEqual([user.email]) // the email about the deletion
  expect(await tracesOf(app, user)).toMatchObject({ queued: 0, used: 0, contacts: 0, counted: 0 })
  const { accessToken } = await keepAccount(app, await signInToDeleted(app, user.email))
  const email = await app.as(accessToken).emails.getEmail({ params: { id } })
  expect(email).toMatchObject({
    state: 'failed',
    failureCode: null,
    failure: 'You deleted your account before it was sent.',
  })
})

test('[D13.28] a send that waited for the deletion is refused', async () => {
  const user = await app.signUp()
  let sending: Promise<unknown> | undefined
  await app.db.transaction().execute(async (tx) => {
    await lockName(tx, sendLockOf(user.userId))
    sending = refusalOf(sendInquiry(user))
    await expect
      .poll(
        async () =>
          (await app.pool.query("select 1 from pg_locks where locktype = 'advisory' and not granted")).rowCount,
      )
      .toBeGreaterThan(0)
    await tx.updateTable('account').set({ deletesAt: app.clock.now }).where('id', '=', user.userId).execute()
  })

  expect(await sending).toMatchObject({ code: 'not-signed-in' })
  expect((await tracesOf(app, user)).emails).toBe(0)
})

test('[D13.28] an invitation that waited for the deletion of its manager is refused', async () => {
  const owner = await createOwner(app)
  const { id } = await owner.team.getTeam()
  const invited = await app.signUp()
  let deletion: Promise<unknown> | undefined
  let invitation: Promise<Problem> | undefined
  await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('organization').select('id').where('id', '=', id).forUpdate().execute()
    deletion = deleteAccount(owner)
    await waitForLocks(app, 1)
    invitation = refusalOf(owner.team.invite({ body: { emails: [invited.email], role: 'USER' } }))
    await waitForLocks(app, 2)
  })
  await deletion

  expect(await invitation).toMatchObject({ code: 'not-signed-in' })
  expect((await app.pool.query('select from invitation where organization_id = $1', [id])).rowCount).toBe(0)
})

test('[D13.28] who waited for the deletion to create or join a team is refused', async () => {
  const user = await app.signUp()
  await grant(app, user)
  const token = await inviteByMail(app, await createOwner(app), user.email)
  let deletion: Promise<unknown> | undefined
  let refusals: Promise<Problem>[] = []
  await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', user.userId).forUpdate().execute()
    deletion = deleteAccount(user)
    await waitForLocks(app, 1)
    refusals = [
      refusalOf(user.team.createOrganization({ body: { name: 'Redbud' } })),
      refusalOf(user.team.acceptInvitation({ query: { token } })),
    ]
    await waitForLocks(app, 3)
  })
  await deletion

  expect((await Promise.all(refusals)).map(({ code }) => code)).toEqual(['not-signed-in', 'not-signed-in'])
})

test('[D13.28] a deletion that waited while its user created a team and invited somebody is refused', async () => {
  const user = await app.signUp()
  await grant(app, user)
  let deletion: Promise<Problem> | undefined
  await app.db.transaction().execute(async (tx) => {
    await lockName(tx, sendLockOf(user.userId))
    deletion = refusalOf(deleteAccount(user))
    await waitForLocks(app, 1)
    await user.team.createOrganization({ body: { name: 'Redbud' } })
    await user.team.invite({ body: { emails: ['invited@carrier.example'], role: 'USER' } })
  })

  expect(await deletion).toMatchObject({ code: 'busy', message: 'Your team has just changed. Try again.' })
  expect((await user.account.getMe()).email).toBe(user.email)
})

test('[D13.28] an owner with members transfers the team first; a member leaves it as it is', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)

  expect((await owner.accountDeletion.previewDeletion()).team?.outcome).toBe('transfer-first')
  expect((await refusalOf(deleteAccount(owner))).message).toBe(
    'You own this team. Transfer ownership before you delete your account.',
  )
  expect((await member.accountDeletion.previewDeletion()).team?.outcome).toBe('keeps')
  await deleteAccount(member)
  expect((await refusalOf(owner.team.transferOwnership({ body: { userId: member.userId } }))).message).toBe(
    'This member has deleted their account.',
  )
})

test('[D13.28] nobody can join the team of an owner who is alone and deleted the account', async () => {
  const owner = await createOwner(app)
  const invited = await app.signUp()
  const token = await inviteByMail(app, owner, invited.email)

  expect((await owner.accountDeletion.previewDeletion()).team?.outcome).toBe('deleted')
  await deleteAccount(owner)

  await refusalOf(invited.team.acceptInvitation({ query: { token } }))
  expect((await invited.account.getMe()).organizationId).toBeNull()
})

test('[P05] deleting, keeping and the end of an account are security events', async () => {
  const user = await app.signUp()
  await deleteAccount(user)
  await keepAccount(app, await signInToDeleted(app, user.email))
  await deleteAccount(await app.signUp(user.email))
  app.clock.advance(days(8))
  await deleteDueAccounts(app.deps)

  const { userId } = user
  const events = app.log.filter((line) => line['userId'] === userId && String(line['security']).startsWith('account-'))
  expect(events.map(({ security }) => security)).toEqual([
    'account-deletion',
    'account-kept',
    'account-deletion',
    'account-deleted',
  ])
})

test('[D13.28] the weekly summary stops, and comes again after Keep', async () => {
  app.clock.now = new Date('2026-11-29T12:00:00Z')
  const owner = await createOwner(app)
  await owner.analytics.setWeeklySummary({ body: { isOn: true } })
  await sendInquiry(owner)
  await app.runDueJobs()
  await deleteAccount(owner)
  app.clock.now = new Date('2026-11-30T11:00:00Z')
  await queueWeeklySummaries(app.deps)
  await app.runDueJobs()
  const summaries = () => emailsTo(owner).filter(({ text }) => text.includes('Open in Analytics'))
  expect(summaries()).toEqual([])

  await keepAccount(app, await signInToDeleted(app, owner.email))
  await sendInquiry(await app.signUp(owner.email))
  await app.runDueJobs()
  app.clock.now = new Date('2026-12-07T11:00:00Z')
  await queueWeeklySummaries(app.deps)
  await app.runDueJobs()
  expect(summaries()).toHaveLength(1)
})
