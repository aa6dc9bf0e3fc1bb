import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

export type InboxMessage = {
  id: string
  from: string
  to: string[]
  cc: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  receivedAt: string
}

/** A mail server of this machine that takes everything and delivers nothing: a stand-in for the world's mail. */
export type Inbox = { smtpUrl: string; list: () => Promise<InboxMessage[]>; stop: () => Promise<void> }

const kept = 500

/** Starts the inbox on a free port of the loopback address; what it has accepted is on disk, and is there again after a restart. */
export async function startInbox(folder: string): Promise<Inbox> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: 2_000_000,
    logger: false,
    onData(stream, _session, done) {
      store(folder, stream).then(() => done(), done)
    },
  })
  server.on('error', () => {}) // a client that hangs up in the middle has sent nothing
  const port = await new Promise<number>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(portOf(server)))
  })
  return { smtpUrl: `smtp://127.0.0.1:${port}`, list: () => list(folder), stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function store(folder: string, stream: SMTPServerDataStream): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const name = `${String(Date.now()).padStart(15, '0')}-${randomUUID()}`
  const file = await open(join(folder, `${name}.partial`), 'w', 0o600)
  await file.writeFile(Buffer.concat(chunks))
  await file.sync()
  await file.close()
  await rename(join(folder, `${name}.partial`), join(folder, `${name}.eml`))
  for (const old of names(folder).slice(kept)) await rm(join(folder, old), { force: true })
}

const names = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()

const list = (folder: string): Promise<InboxMessage[]> => Promise.all(names(folder).map((name) => read(folder, name)))

async function read(folder: string, name: string): Promise<InboxMessage> {
  const mail = await PostalMime.parse(readFileSync(join(folder, name)))
  const addresses = (list: typeof mail.to) => list?.flatMap(({ address }) => address ?? []) ?? []
  return {
    id: name.slice(16, -4),
    from: mail.from?.address ?? '',
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    receivedAt: new Date(Number(name.slice(0, 15))).toISOString(),
  }
}

function portOf({ server }: SMTPServer): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
