import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { DeliveryResult } from './mailbox.ts'
import { oneLine } from './one-line.ts'

/** What a hand-over may take in all: shorter than a stop may take, so that one under way is always awaited. */
export const deliveryTimeoutMs = 20_000

/** When a hand-over that begins now must be over, by the clock of this process. */
export const deadlineFromNow = (): number => performance.now() + deliveryTimeoutMs

export type SmtpEndpoint = {
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

/** What travels: the copies go to `cc` once `to` was accepted; reports about them go elsewhere, so that `from` is known to `to` alone. */
export type SmtpMail = { raw: Buffer; from: string; to: string; cc: string[]; ccEnvelopeFrom: string }

/** Hands a mail over on a connection of its own. */
export async function deliverBySmtp(
  door: SmtpEndpoint,
  mail: SmtpMail,
  beforeData: () => Promise<void>,
  deadline = deadlineFromNow(),
): Promise<DeliveryResult> {
  const connection = connectionTo(door)
  const result = await runSmtpTransaction(connection, mail, {
    beforeData,
    deadline,
    connect: connectAndLogin(connection, door),
  })
  leave(connection, result)
  return result
}

/** A connection that is kept ends when nobody used it for so long, or when it has carried so many messages. */
const idleMs = 5_000
const maxMessages = 100

/**
 * Hands mails over to one server on connections that are kept open in between. One that has died meanwhile is of no account: while the text was
 * not asked for, nothing was accepted, and the mail goes on a fresh one if there is time.
 */
export function createSmtpPool(door: SmtpEndpoint): typeof deliver {
  const idle: { connection: SMTPConnection; sentCount: number; sleep: NodeJS.Timeout }[] = []

  async function deliver(
    mail: SmtpMail,
    beforeData: () => Promise<void>,
    deadline = deadlineFromNow(),
  ): Promise<DeliveryResult> {
    const kept = idle.pop()
    clearTimeout(kept?.sleep)
    const connection = kept?.connection ?? connectionTo(door)
    let isAsked = false
    const result = await runSmtpTransaction(connection, mail, {
      deadline,
      connect: kept ? (ready) => ready() : connectAndLogin(connection, door),
      beforeData() {
        isAsked = true
        return beforeData()
      },
    })
    const sentCount = (kept?.sentCount ?? 0) + 1
    if (isClean(result) && sentCount < maxMessages) keep(connection, sentCount)
    else leave(connection, result)
    const mayGoOn = kept && result.outcome === 'retry' && !isAsked && performance.now() < deadline
    return mayGoOn ? deliver(mail, beforeData, deadline) : result
  }

  function keep(connection: SMTPConnection, sentCount: number): void {
    const drop = () => {
      clearTimeout(line.sleep)
      const place = idle.indexOf(line)
      if (place >= 0) idle.splice(place, 1)
    }
    const line = {
      connection,
      sentCount,
      sleep: setTimeout(() => {
        drop()
        connection.quit()
      }, idleMs).unref(),
    }
    connection.on('error', drop)
    connection.on('end', drop)
    idle.push(line)
  }
  return deliver
}

/** Nothing went wrong, so that the server waits for the next mail. */
const isClean = (result: DeliveryResult): boolean => result.outcome === 'accepted' && result.note === undefined

function leave(connection: SMTPConnection, { outcome }: DeliveryResult): void {
  connection.on('error', () => {}) // nothing that it says now counts
  if (outcome === 'accepted') connection.quit()
  else connection.close()
}

type Ready = (error?: unknown) => void

/** Connects and signs in. */
const connectAndLogin =
  (connection: SMTPConnection, { credentials }: SmtpEndpoint) =>
  (ready: Ready): void =>
    connection.connect((error) => {
      if (error || !credentials) return ready(error)
      connection.login({ credentials }, ready)
    })

type Steps = { connect: (ready: Ready) => void; beforeData: () => Promise<void>; deadline: number }

/**
 * Says one mail to a server. The recipient's decides the outcome; the copies follow on the same connection, once, and a refused one is a note.
 * `beforeData` runs when the server has asked for the text. What becomes of the connection is the caller's business.
 */
function runSmtpTransaction(
  connection: SMTPConnection,
  { raw, from, to, cc, ccEnvelopeFrom }: SmtpMail,
  { connect, beforeData, deadline }: Steps,
): Promise<DeliveryResult> {
  let isOver = false
  let hasDataStarted = false
  let isTextOut = false
  const text = gatedStream(raw, async () => {
    await beforeData()
    if (isOver) throw new Error('The mail server took too long')
    hasDataStarted = true
  })

  return new Promise<DeliveryResult>((resolve) => {
    const end = (result: DeliveryResult) => {
      isOver = true
      clearTimeout(budget)
      connection.removeAllListeners('error').removeAllListeners('end')
      resolve(result)
    }
    let fail = (error: unknown) => end(classifyResult(error, hasDataStarted))
    const budget = setTimeout(() => fail(new Error('The mail server took too long')), deadline - performance.now())
    const sendCopies = () => {
      fail = (error) => end({ outcome: 'accepted', note: `The copies may not have arrived: ${reasonOf(error)}` })
      if (cc.length === 0) return end({ outcome: 'accepted' })
      connection.reset((resetError) => {
        if (resetError) return fail(resetError)
        connection.send({ from: ccEnvelopeFrom, to: cc }, raw, (error, info) => {
          if (error) return fail(error)
          const refused = info?.rejected ?? []
          end({
            outcome: 'accepted',
            ...(refused.length > 0 && { note: `Refused by the mail server: ${refused.join(', ')}` }),
          })
        })
      })
    }

    connection.on('error', (error) => fail(error))
    connection.on('end', () => fail(new Error('The mail server closed the connection')))
    text.on('error', (error) => fail(error))
    text.on('end', () => {
      isTextOut = true
    })
    const conclude = (error: unknown) => {
      if (error) return fail(error)
      return isTextOut ? sendCopies() : fail(new Error('The mail server answered before it had the mail'))
    }
    connect((error) => (error ? fail(error) : connection.send({ from, to: [to] }, text, conclude)))
  })
}

const connectionTo = ({ address, port, isSecure, needsTls, serverName, ca }: SmtpEndpoint) =>
  new SMTPConnection({
    host: address,
    port,
    secure: isSecure,
    requireTLS: needsTls && !isSecure,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: deliveryTimeoutMs,
    maxResponseSize: 64_000,
    ...(serverName && { servername: serverName }),
    ...(ca && { tls: { ca } }),
  })

/** A stream that asks for leave before it gives its first byte. */
function gatedStream(bytes: Buffer, mayBegin: () => Promise<void>): Readable {
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
function classifyResult(error: unknown, hasDataStarted: boolean): DeliveryResult {
  const reason = reasonOf(error)
  const { code, command, responseCode }: { code?: unknown; command?: unknown; responseCode?: unknown } = Object(error)
  const isSpokenOf = /^(MAIL FROM|RCPT TO|DATA|AUTH\b.*)$/.test(String(command))
  const isForGood = isSpokenOf && Number(responseCode) >= 500
  const isForNow = isSpokenOf && Number(responseCode) >= 400
  if (isForGood && (code === 'EAUTH' || responseCode === 530)) return { outcome: 'unauthorized', reason }
  if (isForGood) return { outcome: 'rejected', reason }
  return { outcome: isForNow || !hasDataStarted ? 'retry' : 'unknown', reason }
}

/** What went wrong, for the person who sent it: the server's own words where it said any. */
function reasonOf(error: unknown): string {
  const { response, code, message }: { response?: unknown; code?: unknown; message?: unknown } = Object(error)
  if (typeof response === 'string' && response !== '') return `The mail server said: ${oneLine(response)}`
  const known = faults.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1]
  if (known) return known
  return error instanceof Error ? oneLine(error.message) : 'The mail server gave no reason'
}

const faults: [codeAndMessage: RegExp, words: string][] = [
  [/^(ECONNRESET|EPIPE)\b|closed/i, 'The mail server closed the connection'],
  [/^(ETIMEDOUT|ETIMEOUT)\b/, 'The mail server took too long'],
  [
    /^(ETLS|CERT_\w+|\w+_CERT\w*|UNABLE_TO_\w+|ERR_TLS_\w+)\b/,
    'The mail server cannot be trusted: its TLS or its certificate is not good',
  ],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNECTION|EDNS|ENOTFOUND|EAI_AGAIN)\b/,
    'The mail server could not be reached',
  ],
]
