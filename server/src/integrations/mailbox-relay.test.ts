import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { OutgoingMessage } from './mailbox.ts'
import { createRelay } from './mailbox-relay.ts'

const message: OutgoingMessage = {
  messageId: '<1@loadping.example>',
  date: new Date('2026-11-20T20:00:00Z'),
  from: { name: 'Redbud "Carriers"\r\nBcc: v@x.example', address: 'inquiries@loadping.example' },
  replyTo: 'maria@redbud.example',
  to: 'loads@quillon.example',
  cc: ['ops@redbud.example'],
  subject: 'Joliet, IL\r\nBcc: v@x.example',
  html: '<p>Hi</p>',
  text: 'Hi',
}

const open: (Server | SMTPServer)[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** A server that speaks SMTP up to the point where the case has something else in mind. */
async function faultyServer(answer: (line: string, socket: Socket, isText: boolean) => string | undefined): Promise<string> {
  const server = createServer((socket) => {
    let isText = false
    socket.on('error', () => {})
    const greeting = answer('CONNECT', socket, false)
    if (greeting) socket.write(greeting)
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        const reply = answer(line, socket, isText)
        if (line === 'DATA' && reply?.startsWith('354')) isText = true
        else if (line === '.') isText = false
        if (reply) socket.write(reply)
      }
    })
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const polite = (line: string, isText: boolean): string | undefined => {
  if (line === 'CONNECT') return '220 test\r\n'
  if (line === '.') return '250 taken\r\n'
  if (isText) return undefined
  return line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n'
}

const hangUp = (socket: Socket): null => {
  socket.destroy()
  return null
}

const cases: [name: string, outcome: string, fault: (line: string, socket: Socket, isText: boolean) => string | null | undefined][] = [
  ['takes the mail', 'accepted', () => undefined],
  ['greets with 421', 'later', (line) => (line === 'CONNECT' ? '421 busy\r\n' : undefined)],
  ['refuses the recipient with 550', 'refused', (line) => (line.startsWith('RCPT') ? '550 no such user\r\n' : undefined)],
  ['puts the recipient off with 450', 'later', (line) => (line.startsWith('RCPT') ? '450 grey\r\n' : undefined)],
  ['hangs up before DATA', 'later', (line, socket) => (line.startsWith('RCPT') ? hangUp(socket) : undefined)],
  ['hangs up at DATA', 'later', (line, socket) => (line === 'DATA' ? hangUp(socket) : undefined)],
  ['hangs up in the text', 'unclear', (_line, socket, isText) => (isText ? hangUp(socket) : undefined)],
  ['hangs up after the last line', 'unclear', (line, socket, isText) => (isText && line === '.' ? hangUp(socket) : undefined)],
  ['refuses the text with 552', 'refused', (line) => (line === '.' ? '552 too big\r\n' : undefined)],
  ['puts the text off with 451', 'later', (line) => (line === '.' ? '451 later\r\n' : undefined)],
]

test.each(cases)('a server that %s: %s', async (_name, outcome, fault) => {
  const url = await faultyServer((line, socket, isText) => {
    const odd = fault(line, socket, isText)
    return odd === undefined ? polite(line, isText) : (odd ?? undefined)
  })

  expect(await createRelay(url).handOver(message, async () => {})).toMatchObject({ outcome })
})

test('the recipient decides: refused, no copy goes out either; accepted, a refused copy is a note', async () => {
  const taken: string[] = []
  const refusing = (address: string) =>
    faultyServer((line, _socket, isText) => {
      if (line.startsWith('RCPT') && line.includes(address)) return '550 no such user\r\n'
      if (line.startsWith('RCPT')) taken.push(line)
      return polite(line, isText)
    })

  expect(await createRelay(await refusing('loads@quillon.example')).handOver(message, async () => {})).toMatchObject({ outcome: 'refused' })
  expect(taken).toEqual([])
  expect(await createRelay(await refusing('ops@redbud.example')).handOver(message, async () => {})).toMatchObject({
    outcome: 'accepted',
    note: expect.any(String),
  })
  expect(taken).toEqual(['RCPT TO:<loads@quillon.example>'])
})

test('nobody listening is proof that nothing was accepted', async () => {
  expect(await createRelay('smtp://127.0.0.1:9').handOver(message, async () => {})).toMatchObject({ outcome: 'later' })
})

test('leave is asked right before the first byte of text, and without it nothing arrives', async () => {
  const lines: string[] = []
  const url = await faultyServer((line, _socket, isText) => {
    lines.push(line)
    return polite(line, isText)
  })

  const handOver = await createRelay(url).handOver(message, async () => {
    lines.push('LEAVE')
    throw new Error('Another worker has this message')
  })

  expect(handOver).toMatchObject({ outcome: 'later' })
  expect(lines.slice(lines.indexOf('DATA'))).toEqual(['DATA', 'LEAVE'])
})

test('text with line breaks makes neither headers nor recipients', async () => {
  let raw = ''
  const recipients: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
      raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => done())
    },
  })
  open.push(server)
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })

  await createRelay(`smtp://127.0.0.1:${port}`).handOver(message, async () => {})

  const [head = ''] = raw.split('\r\n\r\n')
  expect(recipients).toEqual(['loads@quillon.example', 'ops@redbud.example'])
  expect(head).not.toMatch(/^Bcc:/im)
  expect(head).toMatch(/^Message-ID: <1@loadping.example>$/im)
  expect(head).toMatch(/^Date: Fri, 20 Nov 2026 20:00:00 \+0000$/im)
})
