import { afterAll, expect, test } from 'vitest'
import { mailCertificate, mailServerName } from '../stand-ins/mail-certificate.ts'
import { afterText, answerAndReset, at, dribble, type Fault, type FaultyServer, flood, hangUp, startFaultySmtp } from '../testing/faulty-smtp.ts'
import { outgoing } from '../testing/outgoing.ts'
import type { Mailbox } from './mailbox.ts'
import { createRelay } from './mailbox-relay.ts'
import { createSmtp } from './mailbox-smtp.ts'

/** The two ways that speak SMTP: LoadPing's relay, and a server of one's own with TLS and a login. */
const ways: Record<string, (fault: Fault) => Promise<{ server: FaultyServer; mailbox: Mailbox }>> = {
  'the relay': async (fault) => {
    const server = await startFaultySmtp(fault)
    return { server, mailbox: createRelay(`smtp://127.0.0.1:${server.port}`) }
  },
  'a server of one’s own': async (fault) => {
    const server = await startFaultySmtp(fault, { isSecure: true })
    const place = { address: '127.0.0.1', port: server.port, ca: mailCertificate.cert }
    return { server, mailbox: createSmtp(async () => place)({ host: mailServerName, port: 465, user: 'maria', password: 'secret' }) }
  },
}

const long = (code: number) => `${code} ${'all in good time '.repeat(4)}\r\n`
/** What becomes of a mail, and how many of its texts the server has seen to the end after all tries that may follow. */
const cases: [name: string, outcome: string, texts: number, fault: Fault][] = [
  ['asks for the text a byte a second', 'later', 0, at('DATA', dribble(long(354)))],
  ['takes the mail a byte a second', 'unclear', 1, afterText(dribble(long(250)))],
  ['greets a byte a second', 'later', 0, at('CONNECT', dribble(long(220)))],
  ['takes the mail', 'accepted', 1, () => undefined],
  ['greets with 421', 'later', 0, at('CONNECT', () => '421 busy\r\n')],
  ['greets with 554', 'later', 0, at('CONNECT', () => '554 not you\r\n')],
  ['hangs up instead of a greeting', 'later', 0, at('CONNECT', hangUp)],
  ['refuses the sender with 550', 'refused', 0, at('MAIL', () => '550 who are you\r\n')],
  ['wants a login at MAIL with 530', 'locked', 0, at('MAIL', () => '530 log in first\r\n')],
  ['refuses the recipient with 550', 'refused', 0, at('RCPT', () => '550 no such user\r\n')],
  ['puts the recipient off with 450', 'later', 0, at('RCPT', () => '450 grey\r\n')],
  ['hangs up before DATA', 'later', 0, at('RCPT', hangUp)],
  ['hangs up at DATA', 'later', 0, at('DATA', hangUp)],
  ['refuses DATA with 554', 'refused', 0, at('DATA', () => '554 no\r\n')],
  ['hangs up in the text', 'unclear', 0, (_line, talk) => (talk.isText ? hangUp(talk) : undefined)],
  ['hangs up after the last line', 'unclear', 1, afterText(hangUp)],
  ['breaks off in its last answer', 'unclear', 1, afterText(answerAndReset('25'))],
  ['refuses the text with 552', 'refused', 1, afterText(() => '552 too big\r\n')],
  ['puts the text off with 451', 'later', 1, afterText(() => '451 later\r\n')],
  ['closes with 421 after the last line', 'later', 1, afterText(() => '421 going down\r\n')],
  ['takes the mail and resets the connection', 'accepted', 1, afterText(answerAndReset('250 taken\r\n'))],
  ['never ends its answer to EHLO', 'later', 0, at('EHLO', flood(250))],
  ['never ends its last answer', 'unclear', 1, afterText(flood(250))],
]

const everyCase = cases.flatMap(([name, outcome, texts, fault]) => Object.entries(ways).map(([way, open]) => ({ way, name, outcome, texts, fault, open })))

test.concurrent.for(everyCase)('[E07] over $way, a server that $name: $outcome', async ({ outcome, texts, fault, open }, { expect }) => {
  const { server, mailbox } = await open(fault)
  let leaves = 0
  const begun = performance.now()

  const handedOver = await mailbox.handOver(outgoing(), async () => {
    leaves += 1
  })

  expect(handedOver).toMatchObject({ outcome })
  expect(performance.now() - begun).toBeLessThan(21_000)
  await expect.poll(server.texts).toBe(texts)
  expect(leaves).toBe(outcome === 'accepted' || outcome === 'unclear' || texts > 0 ? 1 : 0)
  expect(server.connections()).toBe(1)
  server.close()
  await expect.poll(server.bytesSaid).toBeLessThan(10_000_000)
})

test.concurrent('a kept connection on which the server falls silent, and a fresh one, take no longer together than one', async ({ expect }) => {
  let mails = 0
  const server = await startFaultySmtp((line, { isText }) => {
    if (!isText && line.startsWith('MAIL')) mails += 1
    return mails > 1 ? null : undefined
  })
  const relay = createRelay(`smtp://127.0.0.1:${server.port}`)
  expect(await relay.handOver(outgoing(), async () => {})).toEqual({ outcome: 'accepted' })
  const begun = performance.now()

  expect(await relay.handOver(outgoing(), async () => expect.unreachable())).toMatchObject({ outcome: 'later' })
  expect(performance.now() - begun).toBeLessThan(21_000)
  server.close()
})

const open: FaultyServer[] = []
afterAll(() => {
  for (const server of open.splice(0)) server.close()
})
async function relayTo(fault: Fault): Promise<{ server: FaultyServer; relay: Mailbox }> {
  const server = await startFaultySmtp(fault)
  open.push(server)
  return { server, relay: createRelay(`smtp://127.0.0.1:${server.port}`) }
}

test('the recipient decides: refused, no copy goes out either; accepted, a refused copy is a note', async () => {
  const withCopy = outgoing({ cc: ['ops@redbud.example'] })
  const refusing = (address: string): Fault => at(`RCPT TO:<${address}>`, () => '550 no such user\r\n')
  const noRecipient = await relayTo(refusing('loads@quillon.example'))
  const noCopy = await relayTo(refusing('ops@redbud.example'))

  expect(await noRecipient.relay.handOver(withCopy, async () => {})).toMatchObject({ outcome: 'refused' })
  expect(noRecipient.server.lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<loads@quillon.example>'])
  expect(await noCopy.relay.handOver(withCopy, async () => {})).toMatchObject({ outcome: 'accepted', note: expect.any(String) })
  expect(noCopy.server.texts()).toBe(1)
})

test('a connection that ends between the mail and its copies leaves the mail accepted', async () => {
  const { relay } = await relayTo(afterText(answerAndReset('250 taken\r\n')))

  const handedOver = await relay.handOver(outgoing({ cc: ['ops@redbud.example'] }), async () => {})

  expect(handedOver).toMatchObject({ outcome: 'accepted', note: expect.stringMatching(/^The copies may not have arrived: /) })
})

test('nobody listening is proof that nothing was accepted', async () => {
  expect(await createRelay('smtp://127.0.0.1:9').handOver(outgoing(), async () => {})).toMatchObject({ outcome: 'later' })
})

test('leave is asked right before the first byte of text, and without it nothing arrives', async () => {
  const { server, relay } = await relayTo(() => undefined)

  const handOver = await relay.handOver(outgoing(), async () => {
    server.lines.push('LEAVE')
    throw new Error('Another worker has this message')
  })

  expect(handOver).toMatchObject({ outcome: 'later' })
  expect(server.lines.slice(server.lines.indexOf('DATA'))).toEqual(['DATA', 'LEAVE'])
})

test('reports about delivery go where a message says, and to its sender where it says nothing', async () => {
  const { server, relay } = await relayTo(() => undefined)

  await relay.handOver(outgoing({ returnAddress: 'bounces@loadping.example' }), async () => {})
  await relay.handOver(outgoing(), async () => {})

  expect(server.lines.filter((line) => line.startsWith('MAIL'))).toEqual(['MAIL FROM:<bounces@loadping.example>', 'MAIL FROM:<inquiries@loadping.example>'])
})

test.each(['354 go on\r\n250 taken\r\n', '354 go on\r\n250 taken\r\n250 taken\r\n'])('an answer that comes before the text is none: %j', async (early) => {
  const { relay, server } = await relayTo(at('DATA', () => early))
  let isAsked = false

  const handedOver = await relay.handOver(outgoing({}), async () => {
    isAsked = true
    await new Promise((resolve) => setTimeout(resolve, 50))
  })

  expect(handedOver.outcome).not.toBe('accepted')
  expect(isAsked && handedOver.outcome === 'refused').toBe(false)
  expect(server.texts()).toBe(0)
})

test('reports about a mail go to its return address, and those about its copies elsewhere, so that the recipient alone knows it', async () => {
  const { relay, server } = await relayTo(() => undefined)

  await relay.handOver(outgoing({ cc: ['ops@redbud.example'], returnAddress: 'returns+1@bounce.example' }), async () => {})

  const senders = server.lines.filter((line) => line.startsWith('MAIL FROM')).map((line) => /<(.*)>/.exec(line)?.[1])
  expect(senders).toEqual(['returns+1@bounce.example', outgoing({}).from.address])
})
