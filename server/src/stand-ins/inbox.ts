import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server'
import type { ResolvedHost } from '../integrations/public-host.ts'
import { mailCertificate } from './mail-certificate.ts'

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

/** A local mail server that accepts nearly every message and delivers none. */
export type Inbox = {
  /** Receives messages of the relay and of the Gmail and Graph stand-ins. */
  smtpUrl: string
  /** The endpoints with TLS and login, by the port that each stands in for. */
  smtpServers: Record<465 | 587, ResolvedHost>
  list: () => Promise<InboxMessage[]>
  stop: () => Promise<void>
}

/** Recipient domains that simulate failures. */
export const failureDomains = { refuses: 'refuses.example', busy: 'busy.example', silent: 'silent.example' }

/** The only password that the server rejects. */
export const wrongPassword = 'wrong'

const maxMessages = 500

/** Starts the inbox on free loopback ports. Accepted messages are stored on disk and survive restarts. */
export async function startInbox(folder: string): Promise<Inbox> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const open = [
    listen(folder, { disabledCommands: ['STARTTLS', 'AUTH'] }),
    listen(folder, { secure: true }),
    listen(folder, {}),
  ] as const
  const [relay, secure, upgrading] = await Promise.all(open)
  const endpoint = (port: number): ResolvedHost => ({ address: '127.0.0.1', port, ca: mailCertificate.cert })
  return {
    smtpUrl: `smtp://127.0.0.1:${relay.port}`,
    smtpServers: { 465: endpoint(secure.port), 587: endpoint(upgrading.port) },
    list: () => list(folder),
    async stop() {
      await Promise.all([relay.stop(), secure.stop(), upgrading.stop()])
    },
  }
}

async function listen(
  folder: string,
  options: SMTPServerOptions,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    ...mailCertificate,
    minVersion: 'TLSv1.2',
    size: 2_000_000,
    logger: false,
    closeTimeout: 1_000,
    onAuth: ({ username, password }, _session, done) =>
      password === wrongPassword ? done(null, { message: 'Wrong password.' }) : done(null, { user: username }),
    onRcptTo: ({ address }, _session, done) => done(rejectionOf(address)),
    onData(stream, { id, envelope }, done) {
      const isSilent = envelope.rcptTo.some(({ address }) => isAt(address, failureDomains.silent))
      const hangUp = () => [...server.connections].find((connection) => connection.id === id)?.close()
      store(folder, stream).then(() => (isSilent ? hangUp() : done()), done)
    },
    ...options,
  })
  server.on('error', () => {}) // a client that disconnects early has sent nothing
  const port = await new Promise<number>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(portOf(server)))
  })
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

const isAt = (address: string, name: string): boolean => address.toLowerCase().endsWith(`@${name}`)

function rejectionOf(address: string): Error | undefined {
  if (isAt(address, failureDomains.refuses)) return Object.assign(new Error('No such mailbox.'), { responseCode: 550 })
  if (isAt(address, failureDomains.busy))
    return Object.assign(new Error('This mailbox is busy; try again later.'), { responseCode: 450 })
  return undefined
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
  for (const old of names(folder).slice(maxMessages)) await rm(join(folder, old), { force: true })
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
