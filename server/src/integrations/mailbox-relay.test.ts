import { afterAll, expect, test } from 'vitest'
import { demoSmtpHost, mailCertificate } from '../stand-ins/mail-certificate.ts'
import {
  afterText,
  answerAndReset,
  at,
  type Fault,
  type FaultyServer,
  flood,
  hangUp,
  slowReply,
  startFaultySmtp,
} from '../testing/faulty-smtp.ts'
import { outgoing } from '../testing/outgoing.ts'
import type { MailSender } from './mailbox.ts'
import { createRelay } from './mailbox-relay.ts'
import { createSmtp } from './mailbox-smtp.ts'

/** Both senders that use SMTP: the relay, and a user's server with TLS and a login. */
const ways: Record<string, (fault: Fault) => Promise<{ server: FaultyServer; mailbox: MailSender }>> = {
  'the relay': async (fault) => {
    const server = await startFaultySmtp(fault)
    return { server, mailbox: createRelay(`smtp://127.0.0.1:${server.port}`) }
  },
  "a user's server": async (fault) => {
    const server = await startFaultySmtp(fault, { isSecure: true })
    const host = { address: '127.0.0.1', port: server.port, ca: mailCertificate.cert }
    return {
      server,
      mailbox: createSmtp(async () => host)({ host: demoSmtpHost, port: 465, user: 'maria', password: 'secret' }),
    }
  },
}

const long = (code: number) => `${code} ${'all in good time '.repeat(4)}\r\n`
/** The delivery result, and how many complete messages the server received after all retries. */
const cases: [name: string, outcome: string, texts: number, fault: Fault][] = [
  ['accepts DATA a byte a second', 'retry', 0, at('DATA', slowReply(long(354)))],
  ['accepts the email a byte a second', 'unknown', 1, afterText(slowReply(long(250)))],
  ['greets a byte a second', 'retry', 0, at('CONNECT', slowReply(long(220)))],
  ['accepts the email', 'accepted', 1, () => undefined],
  ['greets with 421', 'retry', 0, at('CONNECT', () => '421 busy\r\n')],
  ['greets with 554', 'retry', 0, at('CONNECT', () => '554 not you\r\n')],
  ['hangs up instead of a greeting', 'retry', 0, at('CONNECT', hangUp)],
  ['rejects the sender with 550', 'rejected', 0, at('MAIL', () => '550 who are you\r\n')],
  ['requires a login at MAIL with 530', 'unauthorized', 0, at('MAIL', () => '530 log in first\r\n')],
  ['rejects the recipient with 550', 'rejected', 0, at('RCPT', () => '550 no such user\r\n')],
  ['defers the recipient with 450', 'retry', 0, at('RCPT', () => '450 gray\r\n')],
  ['hangs up before DATA', 'retry', 0, at('RCPT', hangUp)],
  ['hangs up at DATA', 'retry', 0, at('DATA', hangUp)],
  ['rejects DATA with 554', 'rejected', 0, at('DATA', () => '554 no\r\n')],
  ['hangs up during the data', 'unknown', 0, (_line, talk) => (talk.isText ? hangUp(talk) : undefined)],
  ['hangs up after the last line', 'unknown', 1, afterText(hangUp)],
  ['breaks off in its last reply', 'unknown', 1, afterText(answerAndReset('25'))],
  ['rejects the data with 552', 'rejected', 1, afterText(() => '552 too big\r\n')],
  ['defers the data with 451', 'retry', 1, afterText(() => '451 later\r\n')],
  ['closes with 421 after the last line', 'retry', 1, afterText(() => '421 going down\r\n')],
  ['accepts the email and resets the connection', 'accepted', 1, afterText(answerAndReset('250 accepted\r\n'))],
  ['never ends its reply to EHLO', 'retry', 0, at('EHLO', flood(250))],
  ['never ends its last reply', 'unknown', 1, afterText(flood(250))],
]

const everyCase = cases.flatMap(([name, outcome, texts, fault]) =>
  Object.entries(ways).map(([way, open]) => ({ way, name, outcome, texts, fault, open })),
)

test.concurrent.for(everyCase)(
  '[E07] over $way, a server that $name: $outcome',
  async ({ outcome, texts, fault, open }, { expect }) => {
    const { server, mailbox } = await open(fault)
    let permissionChecks = 0
    const begun = performance.now()

    const result = await mailbox.send(outgoing(), async () => {
      permissionChecks += 1
    })

    expect(result).toMatchObject({ outcome })
    expect(performance.now() - begun).toBeLessThan(25_000)
    await expect.poll(server.texts).toBe(texts)
    expect(permissionChecks).toBe(outcome === 'accepted' || outcome === 'unknown' || texts > 0 ? 1 : 0)
    expect(server.connections()).toBe(1)
    server.close()
    await expect.poll(server.bytesSent).toBeLessThan(10_000_000)
  },
)

const replyAt = (step: string, reply: string): Fault =>
  step === 'the text' ? afterText(() => reply) : at(step, () => reply)

test.each(
  ['CONNECT', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'the text'].flatMap((step) =>
    Object.entries(ways).map(([way, open]) => ({ step, way, open })),
  ),
)('[E07] over $way, the own words of a 421 at $step are kept', async ({ step, open }) => {
  const { server, mailbox } = await open(replyAt(step, '421 4.3.2 moving house until 5\r\n'))

  expect(await mailbox.send(outgoing(), async () => {})).toMatchObject({
    outcome: 'retry',
    reason: 'The mail server said: 421 4.3.2 moving house until 5',
  })
  server.close()
})

test.concurrent('a kept connection that goes silent plus a new one share one time limit', async ({ expect }) => {
  let emails = 0
  const server = await startFaultySmtp((line, { isText }) => {
    if (!isText && line.startsWith('MAIL')) emails += 1
    return emails > 1 ? null : undefined
  })
  const relay = createRelay(`smtp://127.0.0.1:${server.port}`)
  expect(await relay.send(outgoing(), async () => {})).toEqual({ outcome: 'accepted' })
  const begun = performance.now()

  expect(await relay.send(outgoing(), async () => expect.unreachable())).toMatchObject({ outcome: 'retry' })
  expect(performance.now() - begun).toBeLessThan(25_000)
  server.close()
})

const servers: FaultyServer[] = []
afterAll(() => {
  for (const server of servers.splice(0)) server.close()
})
async function relayTo(fault: Fault): Promise<{ server: FaultyServer; relay: MailSender }> {
  const server = await startFaultySmtp(fault)
  servers.push(server)
  return { server, relay: createRelay(`smtp://127.0.0.1:${server.port}`) }
}

test('the recipient decides: if rejected, no Cc is sent; if accepted, a rejected Cc is a note', async () => {
  const withCopy = outgoing({ cc: ['ops@redbud.example'] })
  const refusing = (address: string): Fault => at(`RCPT TO:<${address}>`, () => '550 no such user\r\n')
  const noRecipient = await relayTo(refusing('loads@quillon.example'))
  const noCopy = await relayTo(refusing('ops@redbud.example'))

  expect(await noRecipient.relay.send(withCopy, async () => {})).toMatchObject({ outcome: 'rejected' })
  expect(noRecipient.server.lines.filter((line) => line.startsWith('RCPT'))).toEqual([
    'RCPT TO:<loads@quillon.example>',
  ])
  expect(await noCopy.relay.send(withCopy, async () => {})).toMatchObject({
    outcome: 'accepted',
    note: expect.any(String),
  })
  expect(noCopy.server.texts()).toBe(1)
})

test('a connection lost between the email and its Cc copies leaves the email accepted', async () => {
  const { relay } = await relayTo(afterText(answerAndReset('250 accepted\r\n')))

  const result = await relay.send(outgoing({ cc: ['ops@redbud.example'] }), async () => {})

  expect(result).toMatchObject({
    outcome: 'accepted',
    note: expect.stringMatching(/^Cc recipients may not have received it: /),
  })
})

test.each([
  ['RCPT', '421 4.7.28 unusual rate of unsolicited mail', { outcome: 'retry', refusesSender: true, isReply: true }],
  ['DATA', '550 5.7.1 part of their network is on our block list', { outcome: 'rejected', refusesSender: true }],
  ['RCPT', '550 5.1.1 no such user', { outcome: 'rejected' }],
  ['CONNECT', '421 4.7.28 unusual rate of unsolicited mail', { outcome: 'retry' }],
])('[D12.8] the result says if a receiver refused the relay itself: %s %s', async (verb, reply, expected) => {
  const { relay } = await relayTo(at(verb, () => `${reply}\r\n`))

  const result = await relay.send(outgoing(), async () => {})

  expect(result).toEqual({ ...expected, reason: expect.any(String) })
})

test('a refused connection proves that nothing was accepted', async () => {
  expect(await createRelay('smtp://127.0.0.1:9').send(outgoing(), async () => {})).toMatchObject({ outcome: 'retry' })
})

test('permission is checked right before the first byte of DATA, and without it nothing is sent', async () => {
  const { server, relay } = await relayTo(() => undefined)

  const result = await relay.send(outgoing(), async () => {
    server.lines.push('PERMISSION')
    throw new Error('Another worker has this message')
  })

  expect(result).toMatchObject({ outcome: 'retry' })
  expect(server.lines.slice(server.lines.indexOf('DATA'))).toEqual(['DATA', 'PERMISSION'])
})

test("delivery reports go to the message's bounce address, or else to its sender", async () => {
  const { server, relay } = await relayTo(() => undefined)

  await relay.send(outgoing({ bounceAddress: 'bounces@loadping.example' }), async () => {})
  await relay.send(outgoing(), async () => {})

  expect(server.lines.filter((line) => line.startsWith('MAIL'))).toEqual([
    'MAIL FROM:<bounces@loadping.example>',
    'MAIL FROM:<inquiries@loadping.example>',
  ])
})

test.each(['354 go on\r\n250 accepted\r\n', '354 go on\r\n250 accepted\r\n250 accepted\r\n'])(
  'a reply that comes before the data is ignored: %j',
  async (early) => {
    const { relay, server } = await relayTo(at('DATA', () => early))
    let isAsked = false

    const result = await relay.send(outgoing({}), async () => {
      isAsked = true
      await new Promise((resolve) => setTimeout(resolve, 50))
    })

    expect(result.outcome).not.toBe('accepted')
    expect(isAsked && result.outcome === 'rejected').toBe(false)
    expect(server.texts()).toBe(0)
  },
)

test("only the recipient's copy has the bounce address; Cc copies have another", async () => {
  const { relay, server } = await relayTo(() => undefined)

  await relay.send(outgoing({ cc: ['ops@redbud.example'], bounceAddress: 'returns+1@bounce.example' }), async () => {})

  const senders = server.lines.filter((line) => line.startsWith('MAIL FROM')).map((line) => /<(.*)>/.exec(line)?.[1])
  expect(senders).toEqual(['returns+1@bounce.example', outgoing({}).from.address])
})
