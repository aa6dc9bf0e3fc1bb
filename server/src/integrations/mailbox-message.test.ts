import { isDeepStrictEqual } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { afterFile } from '../testing/after-file.ts'
import { goalSize } from '../testing/goal-size.ts'
import { outgoing } from '../testing/outgoing.ts'
import type { OutgoingMessage } from './mailbox.ts'
import { composeMime } from './mailbox-message.ts'
import { createRelay } from './mailbox-relay.ts'

const count = goalSize({ full: 100_000, tenth: 10_000, quick: 1_000 })

async function write(changes: Partial<OutgoingMessage>): Promise<Buffer> {
  const raw = await composeMime(outgoing(changes))
  return raw ?? expect.fail('the email could not be composed')
}

test('a message has the same bytes at every attempt, and another message has others', async () => {
  const changes = { subject: 'Joliet → Tulsa', text: 'Hé', html: '<p>Hé</p>', cc: ['ops@redbud.example'] }
  const first = await write(changes)
  const second = await write({ ...changes, date: new Date('2026-11-20T20:00:00Z') })

  expect(second.equals(first)).toBe(true)
  expect(first.toString()).toMatch(/^Message-ID: <1@loadping\.example>\r$/m)
  expect(first.toString()).toMatch(/^Date: Fri, 20 Nov 2026 20:00:00 \+0000\r$/m)
  expect((await write({ ...changes, messageId: '<2@loadping.example>' })).toString().replaceAll('<2@', '<1@')).not.toBe(
    first.toString(),
  )
})

test.each([
  ['emoji', '🚚'.repeat(127)],
  ['right to left', 'من جولييت إلى تولسا '.repeat(12).trim()],
  ['one long word', 'x'.repeat(255)],
  ['combining marks', `${'e\u0301'.repeat(120)}`],
])('[E14] a subject of %s arrives as written, in lines that mail servers accept', async (_name, subject) => {
  const raw = await write({ subject, text: 'x'.repeat(10_000), html: `<p>${'é'.repeat(10_000)}</p>` })
  const read = await PostalMime.parse(raw)

  expect(read.subject).toBe(subject)
  expect(read.text?.trim()).toBe('x'.repeat(10_000))
  expect(read.html?.trim()).toBe(`<p>${'é'.repeat(10_000)}</p>`)
  expect(
    Math.max(
      ...raw
        .toString('latin1')
        .split('\r\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(998)
  expect(raw.every((byte) => byte < 128)).toBe(true)
})

test('[E09] a subject and a name lose the marks that show text in another order than it is written', async () => {
  const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
  const from = { name: `Dana \u202eeloC${marks}`, address: 'inquiries@loadping.example' }
  const read = await PostalMime.parse(await write({ subject: `Ref \u202e042,2$${marks} \u2067=${marks}?`, from }))

  expect([read.subject, read.from?.name]).toEqual(['Ref 042,2$ = ?', 'Dana eloC'])
})

test('[E14] an email over 1 MB or with invalid content is rejected before any connection', async () => {
  const unreachable = createRelay('smtp://127.0.0.1:9')
  const unwritable: Partial<OutgoingMessage>[] = [
    { html: 'x'.repeat(1_000_000) },
    { to: 'a@b.example, v@x.example' },
    { to: '"a@b.example" <v@x.example>' },
    { cc: ['ops@redbud.example>\r\nRCPT TO:<v@x.example'] },
    { from: { name: 'Redbud', address: 'a@b.example\r\nBcc: v@x.example' } },
    { replyTo: 'a@b.example, v@x.example' },
    { bounceAddress: 'a@b.example> SIZE=1' },
    { messageId: '<1@loadping.example>\r\nBcc: <v@x.example>' },
    { unsubscribeUrl: 'https://loadping.test/u>\r\nBcc: <v@x.example' },
    { unsubscribeUrl: 'javascript:alert(1)' },
    { date: new Date('never') },
  ]
  for (const changes of unwritable) {
    const result = await unreachable.send(outgoing(changes), async () => expect.unreachable())

    expect(result, JSON.stringify(changes).slice(0, 100)).toEqual({
      outcome: 'rejected',
      reason: "This email has content that can't be sent.",
    })
  }
})

test('a subscription email has a one-click unsubscribe header', async () => {
  const { headers } = await PostalMime.parse(
    await write({ unsubscribeUrl: 'https://loadping.test/unsubscribe?token=abc' }),
  )
  const byName = Object.fromEntries(headers.map(({ key, value }) => [key, value]))

  expect(byName).toMatchObject({
    'list-unsubscribe': '<https://loadping.test/unsubscribe?token=abc>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
})

test('an email is sent as written: a text part beside the HTML, nothing added to either', async () => {
  const read = await PostalMime.parse(await write({ html: '<p>Hi there</p>', text: 'Hi there' }))

  expect([read.html?.trim(), read.text?.trim(), read.attachments]).toEqual(['<p>Hi there</p>', 'Hi there', []])
})

type Received = { from: string; to: string[]; raw: Buffer }

async function startSink(refusals: Error[] = []): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const sink = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      received.push({
        from: (envelope.mailFrom || { address: '' }).address,
        to: envelope.rcptTo.map(({ address }) => address),
        raw: Buffer.concat(chunks),
      })
      done(refusals.shift())
    },
  })
  afterFile(() => new Promise<void>((resolve) => sink.close(resolve)))
  const port = await new Promise<number>((resolve) =>
    sink.listen(0, '127.0.0.1', () => resolve(Number(Object(sink.server.address()).port))),
  )
  return { url: `smtp://127.0.0.1:${port}`, received }
}

test('[E06] a message that a mail server deferred is retried with the same bytes', async () => {
  const { url, received } = await startSink([Object.assign(new Error('Try again later'), { responseCode: 451 })])
  const attempt = () =>
    createRelay(url).send(outgoing({ subject: 'Joliet → Tulsa', text: 'Hé', html: '<p>Hé</p>' }), async () => {})

  expect([await attempt(), await attempt()]).toMatchObject([{ outcome: 'retry' }, { outcome: 'accepted' }])
  const [first, second] = received.map(({ raw }) => raw.toString())
  expect(first).toMatch(/^Message-ID: <1@loadping\.example>\r$/m)
  expect(second).toBe(first)
})

test(`[G8] [E09] ${count.toLocaleString('en')} hostile emails have exactly the intended headers`, async () => {
  const random = mulberry32(20_261_121)
  for (let seed = 0; seed < count; seed += 1) {
    const message = hostile(random, seed)
    const raw = (await composeMime(message)) ?? expect.fail(`seed ${seed} was not written`)
    expectSameContent(await PostalMime.parse(raw), message, raw)
  }
}, 600_000)

test('[E09] over a mail server, hostile emails reach only the intended recipients', async () => {
  const { url, received } = await startSink()
  const random = mulberry32(8)
  const messages = Array.from({ length: count / 50 }, (_, seed) => hostile(random, seed))
  const relay = createRelay(url)
  while (messages.length > 0) {
    const some = messages.splice(0, 20)
    const result = await Promise.all(some.map((message) => relay.send(message, async () => {})))

    expect(result).toEqual(some.map(() => ({ outcome: 'accepted' })))
    for (const message of some) {
      const its = received.filter(({ raw }) => raw.includes(`Message-ID: ${message.messageId}\r\n`))
      expect(its.map(({ from, to }) => ({ from, to }))).toEqual(
        [[message.to], message.cc].filter((to) => to.length > 0).map((to) => ({ from: message.from.address, to })),
      )
      for (const { raw } of its) expectSameContent(await PostalMime.parse(raw), message, raw)
    }
    expect(received.splice(0)).toHaveLength(some.length + some.filter(({ cc }) => cc.length > 0).length)
  }
}, 600_000)

const alwaysSet = ['from', 'to', 'reply-to', 'message-id', 'date', 'mime-version', 'content-type']

function expectSameContent(read: Email, message: OutgoingMessage, raw: Buffer): void {
  const subject = plain(message.subject)
  const addresses = (list: Email['to']) => list?.map(({ address }) => address) ?? []
  const meant = {
    keys: [...alwaysSet, ...(message.cc.length > 0 ? ['cc'] : []), ...(subject ? ['subject'] : [])].sort(),
    from: [message.from.address, plain(message.from.name)],
    to: [message.to],
    cc: message.cc,
    replyTo: [message.replyTo],
    subject,
    messageId: message.messageId,
    hasOddLines: false,
  }
  const found = {
    keys: read.headers.map(({ key }) => key).sort(),
    from: [read.from?.address, read.from?.name],
    to: addresses(read.to),
    cc: addresses(read.cc),
    replyTo: addresses(read.replyTo),
    subject: read.subject ?? '',
    messageId: read.messageId,
    hasOddLines: /[^\r]\n|\r[^\n]|\0/.test(raw.toString('latin1')),
  }
  if (!isDeepStrictEqual(found, meant)) expect(found).toEqual(meant)
}

/** Returns what a header keeps of a text: its words in their order, separated by spaces, without encoded words. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()

const textFragments = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '\t',
  '\x1b',
  '\x7f',
  ' ',
  '\ud800',
  '\udc00',
  '\u202e',
  '\ufeff',
  'Bcc: v@x.example',
  'To: v@x.example',
  'Subject: other',
  'Content-Type: text/html',
  '\r\n\r\n<script>',
  '\r\n.\r\n',
  '\r\nQUIT\r\n',
  '\n.\n',
  'RCPT TO:<v@x.example>',
  'MAIL FROM:<v@x.example>',
  'DATA',
  '<v@x.example>',
  '"',
  '\\',
  "'",
  ',',
  ';',
  ':',
  '<',
  '>',
  '(',
  ')',
  '@',
  '[',
  ']',
  '=?utf-8?Q?=0D=0ABcc:_v@x.example?=',
  '=?utf-8?B?DQpCY2M6IHZAeC5leGFtcGxl?=',
  '=0D=0A',
  '%0d%0aBcc:v@x.example',
  '&#13;&#10;',
  'Joliet',
  'Tulsa, OK',
  '53" reefer',
  '🚚',
  'é',
  'мир',
  'x'.repeat(90),
  'شاحنة',
  '----_NmP',
  '--',
  '..',
  '{{rate}}',
]

function hostile(random: () => number, at: number): OutgoingMessage {
  const text = (most: number) =>
    Array.from(
      { length: 1 + Math.floor(random() * most) },
      () => textFragments[Math.floor(random() * textFragments.length)],
    ).join('')
  const copies = Math.floor(random() * 6)
  return outgoing({
    messageId: `<${at}@loadping.example>`,
    from: { name: text(4), address: `maria+${at}@redbud.example` },
    to: `loads${at}.o'hare_1!#$%&*/=?^\`{|}~-@quillon.example`,
    cc: Array.from({ length: copies }, (_, index) => `cc${index}.${at}@redbud.example`),
    subject: text(6).slice(0, 255),
    text: text(12),
    html: `<p>${text(12)}</p>`,
  })
}

/** Creates random numbers that are the same in every run. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
