import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { HandOver } from './mailbox.ts'

/** Shorter than a stop may take, so that a hand-over under way is always awaited. */
export const budgetMs = 20_000

export type SmtpDoor = {
  address: string
  port: number
  /** TLS from the start; else by STARTTLS, where `needsTls` says that nothing goes without. */
  isSecure: boolean
  needsTls: boolean
  /** Whose certificate is asked for, where that is not the address. */
  serverName?: string
  /** The one certificate that is trusted, instead of the usual ones. */
  ca?: string
  credentials?: { user: string; pass: string }
}

/** What travels: the copies go to `cc` once `to` was accepted. */
export type SmtpMail = { raw: Buffer; from: string; to: string; cc: string[] }

/**
 * Hands a mail over. The recipient's decides the outcome; the copies follow on the same connection, once, and a refused one is a note.
 * `beforeText` runs when the server has asked for the text.
 */
export function handOverBySmtp(door: SmtpDoor, { raw, from, to, cc }: SmtpMail, beforeText: () => Promise<void>): Promise<HandOver> {
  const connection = connectionTo(door)
  let isOver = false
  let hasTextBegun = false
  const text = readOnce(raw, async () => {
    await beforeText()
    if (isOver) throw new Error('The mail server took too long')
    hasTextBegun = true
  })

  return new Promise<HandOver>((resolve) => {
    const end = (handOver: HandOver) => {
      isOver = true
      clearTimeout(budget)
      resolve(handOver)
      if (handOver.outcome === 'accepted') connection.quit()
      else connection.close()
    }
    let fail = (error: unknown) => end(judge(error, hasTextBegun))
    const budget = setTimeout(() => fail(new Error('The mail server took too long')), budgetMs)
    const sendCopies = () => {
      fail = (error) => end({ outcome: 'accepted', note: `The copies may not have arrived: ${reasonOf(error)}` })
      if (cc.length === 0) return end({ outcome: 'accepted' })
      connection.reset((resetError) => {
        if (resetError) return fail(resetError)
        connection.send({ from, to: cc }, raw, (error, info) => {
          if (error) return fail(error)
          const refused = info?.rejected ?? []
          end({ outcome: 'accepted', ...(refused.length > 0 && { note: `Refused by the mail server: ${refused.join(', ')}` }) })
        })
      })
    }
    const send = () => connection.send({ from, to: [to] }, text, (error) => (error ? fail(error) : sendCopies()))

    connection.on('error', (error) => fail(error))
    connection.on('end', () => fail(new Error('The mail server closed the connection')))
    text.on('error', (error) => fail(error))
    connection.connect((error) => {
      if (error) return fail(error)
      if (!door.credentials) return send()
      connection.login({ credentials: door.credentials }, (loginError) => (loginError ? fail(loginError) : send()))
    })
  })
}

const connectionTo = ({ address, port, isSecure, needsTls, serverName, ca }: SmtpDoor) =>
  new SMTPConnection({
    host: address,
    port,
    secure: isSecure,
    requireTLS: needsTls && !isSecure,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: budgetMs,
    maxResponseSize: 64_000,
    ...(serverName && { servername: serverName }),
    ...(ca && { tls: { ca } }),
  })

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

/**
 * What the server said of the mail or of the login is certain. All else is certain only while none of the text had left: then nothing was
 * accepted, and a server that cannot be reached, cannot be trusted or makes no sense is tried again.
 */
function judge(error: unknown, hasTextBegun: boolean): HandOver {
  const reason = reasonOf(error)
  const { code, command, responseCode }: { code?: unknown; command?: unknown; responseCode?: unknown } = Object(error)
  const isSpokenOf = /^(MAIL FROM|RCPT TO|DATA|AUTH\b.*)$/.test(String(command))
  const isForGood = isSpokenOf && Number(responseCode) >= 500
  const isForNow = isSpokenOf && Number(responseCode) >= 400
  if (isForGood && (code === 'EAUTH' || responseCode === 530)) return { outcome: 'locked', reason }
  if (isForGood) return { outcome: 'refused', reason }
  return { outcome: isForNow || !hasTextBegun ? 'later' : 'unclear', reason }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').slice(0, 300) : 'The mail server gave no reason'
