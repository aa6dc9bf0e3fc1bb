import { passwordLoginNoticeFrom } from '@loadping/contract/mailboxes/mail-limits'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { connectMailbox } from './mailboxes.service.ts'
import { queuePasswordLoginEmails } from './password-login-email.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  app.clock.now = new Date(passwordLoginNoticeFrom.getTime() - 86_400_000)
})

const connect = ({ userId }: TestUser, address: string, host: string) => {
  const server = { host, port: 587, user: address, password: 'right' }
  return connectMailbox(app.deps, { userId, kind: 'smtp', address }, JSON.stringify(server))
}
const noticesTo = ({ email }: TestUser) => app.sent.filter(({ to, subject }) => to === email && /Outlook/.test(subject))

test('[D13.7] of each Microsoft mailbox with a password one email tells, from that day on', async () => {
  const user = await app.signUp()
  await connect(user, 'lee@redbud.example', 'smtp.office365.com')
  await connect(user, 'kim@redbud.example', 'mail.redbud.example')
  await queuePasswordLoginEmails(app.deps)
  await app.runDueJobs()
  expect(noticesTo(user)).toEqual([])

  app.clock.now = passwordLoginNoticeFrom
  await Promise.all([queuePasswordLoginEmails(app.deps), queuePasswordLoginEmails(app.deps)])
  await app.runDueJobs()
  await connect(user, 'lee@redbud.example', 'smtp.office365.com')
  await queuePasswordLoginEmails(app.deps)
  await app.runDueJobs()

  const [notice, ...more] = noticesTo(user)
  expect(more).toEqual([])
  expect(notice?.subject).toBe('Connect Outlook for lee@redbud.example')
  expect(notice?.text).toContain('Microsoft ends logins with a password, from Dec 1, 2026 on.')
  expect(notice?.text).toContain('https://loadping.test/email/connect/outlook?reconnect=lee%40redbud.example')
})

test('[D13.7] a mailbox that was disconnected before the email left gets none', async () => {
  const user = await app.signUp()
  const address = 'lee@redbud.example'
  await connect(user, address, 'smtp.office365.com')
  await queuePasswordLoginEmails(app.deps)
  await user.mailboxes.disconnectMailbox({ body: { kind: 'smtp', address } })

  await app.runDueJobs()

  expect(noticesTo(user)).toEqual([])
})
