import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { HandOver } from './mailbox.ts'
import { oneLine } from './one-line.ts'

/** What a hand-over may take in all: shorter than a stop may take, so that one under way is always awaited. */
export const budgetMs = 20_000

/** When a hand-over that begins now must be over, by the clock of this process. */
export const deadlineFromNow = (): number => performance.now() + budgetMs

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

/** What travels: the copies go to `cc` once `to` was accepted; reports about them go elsewhere, so that `from` is known to `to` alone. */
export type SmtpMail = { raw: Buffer; from: string; to: string; cc: string[]; copiesFrom: string }

/** Hands a mail over on a connection of its own. */
export async function handOverBySmtp(door: SmtpDoor, mail: SmtpMail, beforeText: () => Promise<void>, deadline = deadlineFromNow()): Promise<HandOver> {
  const connection = connectionTo(door)
  const handedOver = await converse(connection, mail, { beforeText, deadline, enter: enterBy(connection, door) })
  leave(connection, handedOver)
  return handedOver
}

/** A connection that is kept ends when nobody used it for so long, or when it has carried so many messages. */
const idleMs = 5_000
const mostMessages = 100

/**
 * Hands mails over to one server on connections that are kept open in between. One that has died meanwhile is of no account: while the text was
 * not asked for, nothing was accepted, and the mail goes on a fresh one if there is time.
 */
export function smtpLines(door: SmtpDoor): typeof handOver {
  const idle: { connection: SMTPConnection; carried: number; sleep: NodeJS.Timeout }[] = []

  async function handOver(mail: SmtpMail, beforeText: () => Promise<void>, deadline = deadlineFromNow()): Promise<HandOver> {
    const kept = idle.pop()
    clearTimeout(kept?.sleep)
    const connection = kept?.connection ?? connectionTo(door)
    let isAsked = false
    const handedOver = await converse(connection, mail, {
      deadline,
      enter: kept ? (ready) => ready() : enterBy(connection, door),
      beforeText() {
        isAsked = true
        return beforeText()
      },
    })
    const carried = (kept?.carried ?? 0) + 1
    if (isClean(handedOver) && carried < mostMessages) keep(connection, carried)
    else leave(connection, handedOver)
    const mayGoOn = kept && handedOver.outcome === 'later' && !isAsked && performance.now() < deadline
    return mayGoOn ? handOver(mail, beforeText, deadline) : handedOver
  }

  function keep(connection: SMTPConnection, carried: number): void {
    const drop = () => {
      clearTimeout(line.sleep)
      const place = idle.indexOf(line)
      if (place >= 0) idle.splice(place, 1)
    }
    const line = {
      connection,
      carried,
      sleep: setTimeout(() => {
        drop()
        connection.quit()
      }, idleMs).unref(),
    }
    connection.on('error', drop)
    connection.on('end', drop)
    idle.push(line)
  }
  return handOver
}

/** Nothing went wrong, so that the server waits for the next mail. */
const isClean = (handedOver: HandOver): boolean => handedOver.outcome === 'accepted' && handedOver.note === undefined

function leave(connection: SMTPConnection, { outcome }: HandOver): void {
  connection.on('error', () => {}) // nothing that it says now counts
  if (outcome === 'accepted') connection.quit()
  else connection.close()
}

type Ready = (error?: unknown) => void

/** Connects and signs in. */
const enterBy =
  (connection: SMTPConnection, { credentials }: SmtpDoor) =>
  (ready: Ready): void =>
    connection.connect((error) => {
      if (error || !credentials) return ready(error)
      connection.login({ credentials }, ready)
    })

type Steps = { enter: (ready: Ready) => void; beforeText: () => Promise<void>; deadline: number }

/**
 * Says one mail to a server. The recipient's decides the outcome; the copies follow on the same connection, once, and a refused one is a note.
 * `beforeText` runs when the server has asked for the text. What becomes of the connection is the caller's business.
 */
function converse(connection: SMTPConnection, { raw, from, to, cc, copiesFrom }: SmtpMail, { enter, beforeText, deadline }: Steps): Promise<HandOver> {
  let isOver = false
  let hasTextBegun = false
  let isTextOut = false
  const text = readOnce(raw, async () => {
    await beforeText()
    if (isOver) throw new Error('The mail server took too long')
    hasTextBegun = true
  })

  return new Promise<HandOver>((resolve) => {
    const end = (handOver: HandOver) => {
      isOver = true
      clearTimeout(budget)
      connection.removeAllListeners('error').removeAllListeners('end')
      resolve(handOver)
    }
    let fail = (error: unknown) => end(judge(error, hasTextBegun))
    const budget = setTimeout(() => fail(new Error('The mail server took too long')), deadline - performance.now())
    const sendCopies = () => {
      fail = (error) => end({ outcome: 'accepted', note: `The copies may not have arrived: ${reasonOf(error)}` })
      if (cc.length === 0) return end({ outcome: 'accepted' })
      connection.reset((resetError) => {
        if (resetError) return fail(resetError)
        connection.send({ from: copiesFrom, to: cc }, raw, (error, info) => {
          if (error) return fail(error)
          const refused = info?.rejected ?? []
          end({ outcome: 'accepted', ...(refused.length > 0 && { note: `Refused by the mail server: ${refused.join(', ')}` }) })
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
    enter((error) => (error ? fail(error) : connection.send({ from, to: [to] }, text, conclude)))
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
  [/^(ETLS|CERT_\w+|\w+_CERT\w*|UNABLE_TO_\w+|ERR_TLS_\w+)\b/, 'The mail server cannot be trusted: its TLS or its certificate is not good'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNECTION|EDNS|ENOTFOUND|EAI_AGAIN)\b/, 'The mail server could not be reached'],
]
