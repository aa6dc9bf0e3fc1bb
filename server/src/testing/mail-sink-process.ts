import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

// A mail server that accepts everything, in its own process. It reports arrivals and sign-in links over HTTP.
const slowestMs = Number(process.argv[2] ?? 0)
const arrived = new Map<string, number>()
const links = new Map<string, string>()

const mail = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true, // there are no names to resolve on this machine
  logger: false,
  onData(stream, _session, done) {
    read(stream)
      .then(note)
      .then(() => sleep(Math.random() * slowestMs))
      .then(() => done(), done) // a client that disconnects early has sent nothing
  },
})
mail.on('error', () => {}) // a client that disconnects early

const web = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sink.test')
  const facts: Record<string, unknown> = {
    '/count': arrived.size,
    '/arrived': [...arrived],
    '/link': links.get(searchParams.get('email') ?? '') ?? null,
  }
  response.end(JSON.stringify(facts[pathname] ?? null))
})

async function read(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Counts a message once its last byte has arrived, like a server that stores it before it replies. */
function note(message: string): void {
  const [, id = ''] = /^message-id:\s*<([^>]+)>/im.exec(message) ?? []
  arrived.set(id, (arrived.get(id) ?? 0) + 1)
  const [, to = ''] = /^to:\s*<?([^\s<>]+)/im.exec(message) ?? []
  const [link] = /https?:\S+token=\S+/.exec(message.replace(/=\r?\n/g, '').replaceAll('=3D', '=')) ?? []
  if (link) links.set(to, link)
}

web.listen(0, '127.0.0.1', () =>
  mail.listen(0, '127.0.0.1', () =>
    process.stdout.write(`${JSON.stringify({ web: portOf(web), mail: portOf(mail.server) })}\n`),
  ),
)
process.stdin.on('end', () => process.exit(0)).resume()

function portOf(server: Pick<typeof web, 'address'>): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
