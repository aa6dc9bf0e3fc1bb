import { expect, test } from 'vitest'
import type { Deps } from '../context.ts'
import type { IdentityProvider } from '../integrations/identity-provider.ts'
import type { DeliveryResult, MailSender } from '../integrations/mailbox.ts'
import { createSmtp } from '../integrations/mailbox-smtp.ts'
import { jobKinds } from '../job-kinds.ts'
import { startWorkers } from '../jobs/worker.ts'
import { connectMailbox } from '../mailboxes/mailboxes.service.ts'
import { everySample } from '../testing/every-endpoint.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

const never = new Promise<never>(() => {})
const down: MailSender = { send: async () => ({ outcome: 'retry', reason: 'connect ECONNREFUSED' }) }
const hanging: MailSender = { send: () => never }
const identity = (answer: () => Promise<{ outcome: 'unavailable'; reason: string }>): IdentityProvider => ({
  authorizationUrl: async () => undefined,
  completeAuth: answer,
  administration: { url: 'https://accounts.example', clientId: 'loadping' },
  refreshAccess: answer,
  revoke: async () => false,
})
const noNames = createSmtp(() =>
  Promise.reject(Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' })),
)

type Outage = { part: Partial<Deps>; mailbox: 'relay' | 'google' | 'outlook' | 'smtp' }
const up = (deps: Deps) => ({ google: () => deps.relay, outlook: () => deps.relay, smtp: () => deps.relay })

/** Every external service, down and hanging. */
const outages: [what: string, outage: (deps: Deps) => Outage][] = [
  ['the mail server refuses connections', () => ({ part: { relay: down }, mailbox: 'relay' })],
  ['the mail server hangs', () => ({ part: { relay: hanging }, mailbox: 'relay' })],
  ['Gmail is down', (deps) => ({ part: { mailSenders: { ...up(deps), google: () => down } }, mailbox: 'google' })],
  ['Gmail hangs', (deps) => ({ part: { mailSenders: { ...up(deps), google: () => hanging } }, mailbox: 'google' })],
  ['Graph is down', (deps) => ({ part: { mailSenders: { ...up(deps), outlook: () => down } }, mailbox: 'outlook' })],
  ['Graph hangs', (deps) => ({ part: { mailSenders: { ...up(deps), outlook: () => hanging } }, mailbox: 'outlook' })],
  [
    "Google's sign-in is down",
    (deps) => ({
      part: {
        identity: {
          google: identity(async () => ({ outcome: 'unavailable', reason: 'down' })),
          outlook: withAccess(deps),
        },
      },
      mailbox: 'google',
    }),
  ],
  [
    "Google's sign-in hangs",
    (deps) => ({ part: { identity: { google: identity(() => never), outlook: withAccess(deps) } }, mailbox: 'google' }),
  ],
  ['names cannot be looked up', (deps) => ({ part: { mailSenders: { ...up(deps), smtp: noNames } }, mailbox: 'smtp' })],
]

const grants = {
  google: 'grant',
  outlook: 'grant',
  smtp: JSON.stringify({ host: 'mail.redbud.example', port: 465, user: 'u', password: 'p' }),
  relay: '',
}
const withAccess = (deps: Deps): IdentityProvider => ({
  ...identity(async () => ({ outcome: 'unavailable', reason: 'not asked here' })),
  refreshAccess: async () => ({
    outcome: 'refreshed',
    accessToken: deps.keys.hmac('one-time-code', 'x'),
    seconds: 3_600,
  }),
})

/** Calls that use external services, and those that end the caller's session. */
const left = new Set([
  'testMailbox',
  'sendTestEmail',
  'connectSmtp',
  'logout',
  'endAllSessions',
  'endSession',
  'requestLink',
])

test.each(outages)('[P08] while %s all other calls work and other emails are sent', async (_what, outageOf) => {
  let outage: Outage | undefined
  const app = await testApp({
    max: 4,
    change(deps) {
      outage = outageOf(deps)
      const provider = withAccess(deps)
      return {
        ...deps,
        identity: { google: provider, outlook: provider },
        ...outage.part,
        ...(outage.mailbox === 'relay' && { relay: deps.relay }),
      }
    },
  })
  const { part, mailbox } = outage ?? { part: {}, mailbox: 'relay' as const }
  const affected = await app.signUp()
  const other = await app.signUp()
  for (const user of [affected, other]) await connect(app, user, mailbox === 'relay' ? 'smtp' : mailbox)
  await connect(app, other, mailbox === 'google' ? 'outlook' : 'google')
  if (mailbox === 'relay')
    await app.pool.query(`delete from mailbox where user_id = $1 and kind <> 'relay'`, [affected.userId])
  if (part.relay) app.deps.relay = part.relay

  const stuck = await sendInquiry(affected)
  const free = await sendInquiry(other)
  void app.runDueJobs() // it may hang forever
  await expect
    .poll(async () => (await other.emails.getEmail({ params: { id: free.id } })).state, { timeout: 5_000 })
    .toBe('sent')

  const answers = await Promise.all(
    everySample
      .filter(({ name, endpoint }) => endpoint.access !== 'public' && !left.has(name))
      .map(
        async (sample) =>
          `${sample.name} ${(await rawRequest(app.app, rawRequestFor(sample, {}, other.accessToken))).status}`,
      ),
  )
  expect(answers.filter((answer) => / 5\d\d$/.test(answer))).toEqual([])
  expect((await rawRequest(app.app, { method: 'GET', url: '/readyz' })).status).toBe(200)
  expect((await affected.emails.getEmail({ params: { id: stuck.id } })).state).toBe('queued')
})

test('[P08] more hanging emails of Gmail than may be sent at once delay no other kind of job', async () => {
  const held = Promise.withResolvers<DeliveryResult>()
  const app = await testApp({
    change(deps) {
      const google: MailSender = { send: () => held.promise }
      const provider = withAccess(deps)
      return {
        ...deps,
        mailSenders: { ...up(deps), google: () => google },
        identity: { google: provider, outlook: provider },
      }
    },
  })
  const affected = await app.signUp()
  const outlook = await app.signUp()
  const smtp = await app.signUp()
  const relay = await createOwner(app)
  await connect(app, affected, 'google')
  await connect(app, outlook, 'outlook')
  await connect(app, smtp, 'smtp')
  app.sent.length = 0
  for (let count = 0; count < 50; count++) await sendInquiry(affected)

  const workers = startWorkers(app.deps.log, jobKinds(app.deps))
  const recipients = ['outlook', 'smtp', 'relay', 'new', 'invited'].map((name) => `${name}@quillon.example`)
  for (const [index, user] of [outlook, smtp, relay].entries()) await sendInquiry(user, { to: recipients[index] })
  await app.as().signIn.requestLink({ body: { email: 'new@quillon.example' } })
  await relay.team.invite({ body: { emails: ['invited@quillon.example'] } })

  await expect.poll(() => app.sent.map(({ to }) => to).sort(), { timeout: 10_000 }).toEqual(recipients.toSorted())
  held.resolve({ outcome: 'retry', reason: 'hung' })
  await workers.stop()
})

async function connect(app: TestApp, user: TestUser, kind: 'google' | 'outlook' | 'smtp'): Promise<void> {
  app.clock.advance(1) // the newest mailbox is the default
  await connectMailbox(app.deps, { userId: user.userId, kind, address: user.email }, grants[kind])
}
