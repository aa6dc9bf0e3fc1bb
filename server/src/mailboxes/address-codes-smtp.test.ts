import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRelay } from '../integrations/mailbox-relay.ts'
import { createSmtp } from '../integrations/mailbox-smtp.ts'
import { type Inbox, startInbox, wrongPassword } from '../stand-ins/inbox.ts'
import { demoSmtpHost } from '../stand-ins/mail-certificate.ts'
import { at, hangUp, startFaultySmtp } from '../testing/faulty-smtp.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'loadping-codes-'))
const address = 'dispatch@redbud.example'

let inbox: Inbox
let app: TestApp
beforeAll(async () => {
  inbox = await startInbox(folder)
  const smtp = createSmtp(async ({ port }) => inbox.smtpServers[port])
  app = await testApp({ change: (deps) => ({ ...deps, mailSenders: { ...deps.mailSenders, smtp } }) })
})
afterAll(async () => {
  await inbox.stop()
  rmSync(folder, { recursive: true })
})

const arrived = async () => (await inbox.list()).map(({ from, to }) => `${from} to ${to}`)

test('[D3.1] where no mail server answers on a port, the other one is named', async () => {
  const user = await app.signUp()
  const silent = await startFaultySmtp(at('CONNECT', hangUp))
  const plain = await startFaultySmtp(() => undefined)
  const { smtp } = app.deps.mailSenders
  const tryOn = async (port: number) => {
    app.deps.mailSenders.smtp = createSmtp(async () => ({ address: '127.0.0.1', port }))
    const body = { host: demoSmtpHost, port: 465, user: 'maria', password: 'right', address } as const
    return user.mailboxes.connectSmtp({ body }).catch(({ fields }) => fields)
  }
  const advice = 'Check its name and port: 465 was tried, 587 (STARTTLS) is possible too.'

  expect(await tryOn(silent.port)).toEqual({ host: `The mail server closed the connection. ${advice}` })
  expect(await tryOn(plain.port)).toEqual({ host: `The mail server does not speak TLS on this port. ${advice}` })
  plain.close()
  expect(await tryOn(plain.port)).toEqual({ host: `The mail server could not be reached. ${advice}` })
  silent.close()
  app.deps.mailSenders.smtp = smtp
})

test('[D3.1] [E15] over a real mail server, a login check sends nothing, and a code lets it send', async () => {
  const user = await app.signUp()
  const server = { host: demoSmtpHost, port: 465, user: 'maria', password: 'right' } as const
  app.deps.relay.send = createRelay(inbox.smtpUrl).send
  const connect = (changes: { code?: string; password?: string } = {}) =>
    user.mailboxes.connectSmtp({ body: { ...server, address, ...changes } })

  await expect(connect({ password: wrongPassword })).rejects.toMatchObject({ fields: { password: expect.any(String) } })
  expect(await arrived()).toEqual([])
  expect(await connect()).toEqual({ mailbox: null })
  expect(await arrived()).toEqual([`hello@loadping.example to ${address}`])

  const [email] = await inbox.list()
  const code = /^\d{6}/.exec(email?.subject ?? '')?.[0] ?? ''
  expect(email?.text).toContain(code)
  expect(await connect({ code })).toMatchObject({ mailbox: { kind: 'smtp', address } })
  await sendInquiry(user)
  await app.runDueJobs()
  expect((await arrived()).toReversed()).toEqual([
    `hello@loadping.example to ${address}`,
    `${address} to ${address}`,
    `${address} to loads@quillon.example`,
  ])
})
