import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { HandOver, Mailbox, OutgoingMessage } from './mailbox.ts'

/** Shorter than a stop may take, so that a hand-over under way is always awaited. */
const budgetMs = 20_000

/** A mailbox behind an SMTP server: LoadPing's relay. */
export function createRelay(smtpUrl: string): Mailbox {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && username !== '',
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: budgetMs,
  }
  const credentials = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined

  return {
    async handOver(message, beforeText) {
      const raw = await compose(message).catch(() => undefined)
      if (!raw) return { outcome: 'refused', reason: 'The message cannot be written as a mail.' }
      return transmit(new SMTPConnection(options), { credentials, message, raw, beforeText })
    },
  }
}

/** The message as it travels: headers can hold nothing but what is meant for them, files and addresses elsewhere are never read. */
function compose({ messageId, date, from, replyTo, to, cc, subject, html, text }: OutgoingMessage): Promise<Buffer> {
  const address = (plain: string) => ({ name: '', address: plain })
  return new MailComposer({
    messageId,
    date,
    from,
    ...(replyTo && { replyTo: address(replyTo) }),
    to: [address(to)],
    cc: cc.map(address),
    subject,
    html,
    text,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

type Transmission = { credentials: { user: string; pass: string } | undefined; message: OutgoingMessage; raw: Buffer; beforeText: () => Promise<void> }

/** The recipient's mail decides the outcome. The copies follow on the same connection, once, and a refused one is a note. */
function transmit(connection: SMTPConnection, { credentials, message, raw, beforeText }: Transmission): Promise<HandOver> {
  let hasTextBegun = false
  const text = readOnce(raw, async () => {
    await beforeText()
    hasTextBegun = true
  })

  return new Promise<HandOver>((resolve) => {
    const end = (handOver: HandOver) => {
      clearTimeout(budget)
      resolve(handOver)
      if (handOver.outcome === 'accepted') connection.quit()
      else connection.close()
    }
    let fail = (error: unknown) => end(judge(error, hasTextBegun))
    const budget = setTimeout(() => fail(new Error('The mail server took too long')), budgetMs)
    const sendCopies = () => {
      fail = (error) => end({ outcome: 'accepted', note: `The copies may not have arrived: ${reasonOf(error)}` })
      if (message.cc.length === 0) return end({ outcome: 'accepted' })
      connection.reset((resetError) => {
        if (resetError) return fail(resetError)
        connection.send({ from: message.from.address, to: message.cc }, raw, (error, info) => {
          if (error) return fail(error)
          const refused = info?.rejected ?? []
          end({ outcome: 'accepted', ...(refused.length > 0 && { note: `Refused by the mail server: ${refused.join(', ')}` }) })
        })
      })
    }
    const send = () => connection.send({ from: message.from.address, to: [message.to] }, text, (error) => (error ? fail(error) : sendCopies()))

    connection.on('error', (error) => fail(error))
    connection.on('end', () => fail(new Error('The mail server closed the connection')))
    text.on('error', (error) => fail(error))
    connection.connect((error) => {
      if (error) return fail(error)
      if (!credentials) return send()
      connection.login({ credentials }, (loginError) => (loginError ? fail(loginError) : send()))
    })
  })
}

/** A stream that asks for leave before it gives its first byte. */
function readOnce(bytes: Buffer, mayBegin: () => Promise<void>): Readable {
  return new Readable({
    read() {
      mayBegin().then(
        () => {
          this.push(bytes)
          this.push(null)
        },
        (error: Error) => this.destroy(error),
      )
    },
  })
}

/** A refusal that the server spoke is certain; silence is certain only while none of the text had left. */
function judge(error: unknown, hasTextBegun: boolean): HandOver {
  const reason = reasonOf(error)
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  if (code >= 500 && code < 600) return { outcome: 'refused', reason }
  if ((code >= 400 && code < 500) || !hasTextBegun) return { outcome: 'later', reason }
  return { outcome: 'unclear', reason }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 300) : 'The mail server gave no reason')
