import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailServerFailure } from '../observed.ts'
import type { DeliveryResult } from './mailbox.ts'
import { oneLine } from './one-line.ts'
import { refusesSender } from './sender-refusals.ts'

/** The total time for a delivery; shorter than the shutdown timeout, so that shutdown waits for each. */
export const deliveryTimeoutMs = 20_000

/** Returns the deadline of a delivery that starts now, on the `performance.now()` clock. */
export const deadlineFromNow = (): number => performance.now() + deliveryTimeoutMs

export type SmtpEndpoint = {
  address: string
  port: number
  /** Uses implicit TLS, else STARTTLS, which `needsTls` makes mandatory. */
  isSecure: boolean
  needsTls: boolean
  /** The name to verify the certificate against, if not `address`. */
  serverName?: string
  /** How we name ourselves, if not by the name of this machine. */
  heloName?: string
  /** The only trusted CA certificate, instead of the default ones. */
  ca?: string
  credentials?: { user: string; pass: string }
}

/**
 * An email with its envelope. Cc copies are sent after `to` was accepted and use `ccEnvelopeFrom`, so only `to` sees
 * `from`.
 */
export type SmtpMail = { raw: Buffer; from: string; to: string; cc: string[]; ccEnvelopeFrom: string }

/** Delivers an email on a new connection. */
export async function deliverBySmtp(
  endpoint: SmtpEndpoint,
  mail: SmtpMail,
  beforeData: () => Promise<void>,
  deadline = deadlineFromNow(),
): Promise<DeliveryResult> {
  const connection = connectionTo(endpoint)
  const result = await runSmtpTransaction(connection, mail, {
    beforeData,
    deadline,
    connect: connectAndLogin(connection, endpoint),
  })
  closeConnection(connection, result)
  return result
}

/** An idle connection closes after this time, or after this many messages. */
const idleMs = 5_000
const maxMessages = 100

/**
 * Delivers emails to one server over reused connections. If a reused connection is dead before data starts, the email
 * is retried on a new one within the deadline.
 */
export function createSmtpPool(endpoint: SmtpEndpoint): typeof deliver {
  const idle: { connection: SMTPConnection; sentCount: number; idleTimer: NodeJS.Timeout }[] = []

  async function deliver(
    mail: SmtpMail,
    beforeData: () => Promise<void>,
    deadline = deadlineFromNow(),
  ): Promise<DeliveryResult> {
    const reused = idle.pop()
    clearTimeout(reused?.idleTimer)
    const connection = reused?.connection ?? connectionTo(endpoint)
    let hasReachedData = false
    const result = await runSmtpTransaction(connection, mail, {
      deadline,
      connect: reused ? (ready) => ready() : connectAndLogin(connection, endpoint),
      beforeData() {
        hasReachedData = true
        return beforeData()
      },
    })
    const sentCount = (reused?.sentCount ?? 0) + 1
    if (isClean(result) && sentCount < maxMessages) reuse(connection, sentCount)
    else closeConnection(connection, result)
    const mayRetry = reused && result.outcome === 'retry' && !hasReachedData && performance.now() < deadline
    return mayRetry ? deliver(mail, beforeData, deadline) : result
  }

  function reuse(connection: SMTPConnection, sentCount: number): void {
    const drop = () => {
      clearTimeout(entry.idleTimer)
      const index = idle.indexOf(entry)
      if (index >= 0) idle.splice(index, 1)
    }
    const entry = {
      connection,
      sentCount,
      idleTimer: setTimeout(() => {
        drop()
        connection.quit()
      }, idleMs).unref(),
    }
    connection.on('error', drop)
    connection.on('end', drop)
    idle.push(entry)
  }
  return deliver
}

/** Whether the connection is in a state to send another email. */
const isClean = (result: DeliveryResult): boolean => result.outcome === 'accepted' && result.note === undefined

function closeConnection(connection: SMTPConnection, { outcome }: DeliveryResult): void {
  connection.on('error', () => {}) // the result is already known
  if (outcome === 'accepted') connection.quit()
  else connection.close()
}

export const loginTimeoutMs = 10_000

/** Connects and logs in within ten seconds, and sends nothing. Returns why that failed, or undefined. */
export function tryLogin(endpoint: SmtpEndpoint): Promise<MailServerFailure | undefined> {
  const connection = connectionTo(endpoint)
  let timeout: NodeJS.Timeout | undefined
  return new Promise<MailServerFailure | undefined>((resolve) => {
    const end = (error?: unknown) => resolve(error ? { kind: kindOf(error), reason: reasonOf(error) } : undefined)
    timeout = setTimeout(() => end(new Error('The mail server timed out')), loginTimeoutMs)
    connection.on('error', end)
    connection.on('end', () => end(new Error('The mail server closed the connection')))
    connectAndLogin(connection, endpoint)(end)
  }).finally(() => {
    clearTimeout(timeout)
    connection.close()
  })
}

function kindOf(error: unknown): MailServerFailure['kind'] {
  const { code, message, response, responseCode }: Record<string, unknown> = Object(error)
  if (code === 'EAUTH' && !(Number(responseCode) < 500)) return 'login'
  if (typeof response === 'string' && response !== '') return 'refused'
  return certificateErrors.test(`${code} ${message}`) ? 'certificate' : 'unreachable'
}

type Ready = (error?: unknown) => void

const connectAndLogin =
  (connection: SMTPConnection, { credentials }: SmtpEndpoint) =>
  (ready: Ready): void =>
    connection.connect((error) => {
      if (error || !credentials) return ready(error)
      connection.login({ credentials }, ready)
    })

type Steps = { connect: (ready: Ready) => void; beforeData: () => Promise<void>; deadline: number }

/**
 * Runs one SMTP transaction on a connection that the caller closes. Only `to` decides the outcome; rejected Cc copies
 * become a note.
 */
function runSmtpTransaction(
  connection: SMTPConnection,
  { raw, from, to, cc, ccEnvelopeFrom }: SmtpMail,
  { connect, beforeData, deadline }: Steps,
): Promise<DeliveryResult> {
  let isOver = false
  let hasDataStarted = false
  let isDataSent = false
  const text = gatedStream(raw, async () => {
    await beforeData()
    if (isOver) throw new Error('The mail server timed out')
    hasDataStarted = true
  })

  return new Promise<DeliveryResult>((resolve) => {
    const end = (result: DeliveryResult) => {
      isOver = true
      clearTimeout(timeout)
      connection.removeAllListeners('error').removeAllListeners('end')
      resolve(result)
    }
    const isSilent = () => connection.lastServerResponse === false
    let fail = (error: unknown) => end(classifyResult(error, { hasDataStarted, isSilent: isSilent() }))
    const timeout = setTimeout(() => fail(new Error('The mail server timed out')), deadline - performance.now())
    const sendCopies = () => {
      fail = (error) => end({ outcome: 'accepted', note: `Cc recipients may not have received it: ${reasonOf(error)}` })
      if (cc.length === 0) return end({ outcome: 'accepted' })
      connection.reset((resetError) => {
        if (resetError) return fail(resetError)
        connection.send({ from: ccEnvelopeFrom, to: cc }, raw, (error, info) => {
          if (error) return fail(error)
          const rejected = info?.rejected ?? []
          end({
            outcome: 'accepted',
            ...(rejected.length > 0 && { note: `The mail server rejected Cc: ${rejected.join(', ')}` }),
          })
        })
      })
    }

    connection.on('error', (error) => fail(error))
    connection.on('end', () => fail(new Error('The mail server closed the connection')))
    text.on('error', (error) => fail(error))
    text.on('end', () => {
      isDataSent = true
    })
    const conclude = (error: unknown) => {
      if (error) return fail(error)
      return isDataSent ? sendCopies() : fail(new Error('The mail server replied out of order'))
    }
    connect((error) => (error ? fail(error) : connection.send({ from, to: [to] }, text, conclude)))
  })
}

const connectionTo = ({ address, port, isSecure, needsTls, serverName, heloName, ca }: SmtpEndpoint) =>
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
    ...(heloName && { name: heloName }),
    ...(ca && { tls: { ca } }),
  })

/** Creates a stream that awaits `beforeFirstByte` before its first byte. */
function gatedStream(bytes: Buffer, beforeFirstByte: () => Promise<void>): Readable {
  return new Readable({
    read() {
      beforeFirstByte().then(
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
 * A server's reply about the email or login is definite. Any other error means not delivered and retryable before data
 * started, and unknown after.
 */
function classifyResult(
  error: unknown,
  { hasDataStarted, isSilent }: { hasDataStarted: boolean; isSilent: boolean },
): DeliveryResult {
  const reason = reasonOf(error)
  const { code, command, responseCode }: { code?: unknown; command?: unknown; responseCode?: unknown } = Object(error)
  const isDefinite = /^(MAIL FROM|RCPT TO|DATA|AUTH\b.*)$/.test(String(command))
  const isPermanent = isDefinite && Number(responseCode) >= 500
  const isTemporary = isDefinite && Number(responseCode) >= 400
  if (isPermanent && (code === 'EAUTH' || responseCode === 530))
    return { outcome: 'unauthorized', reason, ...(isLoginOff(error) && { isLoginOff: true }) }
  if (isPermanent && isDailyLimit(error)) return { outcome: 'retry', reason, isDailyLimit: true, isReply: true }
  const refusal = isDefinite && refusesSender(String(Object(error).response)) ? { refusesSender: true } : {}
  if (isPermanent) return { outcome: 'rejected', reason, ...refusal }
  if (!isTemporary && hasDataStarted) return { outcome: 'unknown', reason }
  const silence = isSilent && kindOf(error) === 'unreachable' ? { isSilent } : {}
  return { outcome: 'retry', reason, ...refusal, ...silence, ...(isTemporary && { isReply: true }) }
}

/** Whether a mailbox sent too much today: Gmail's 5.4.5, Exchange's 5.7.232, 5.7.233 or 5.7.236 (onmicrosoft.com). */
const isDailyLimit = (error: unknown): boolean =>
  /^550[ -](?:5\.4\.5|5\.7\.23[236])\b/.test(String(Object(error).response))

/** Whether Microsoft, or a tenant's administrator, switched off logins with a password: "basic authentication is disabled". */
const isLoginOff = (error: unknown): boolean => /^535[ -]5\.7\.139\b/.test(String(Object(error).response))

/** Returns the error to show the sender, with the server's reply if there is one. */
function reasonOf(error: unknown): string {
  const { response, code, message }: { response?: unknown; code?: unknown; message?: unknown } = Object(error)
  if (typeof response === 'string' && response !== '') return `The mail server said: ${oneLine(response)}`
  const known = smtpErrorMessages.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1]
  if (known) return known
  return error instanceof Error ? oneLine(error.message) : 'The mail server gave no reason for the error'
}

/** By code, or for one without a code of its own by its text, such as "self-signed certificate". */
const certificateErrors = /^(ETLS|CERT_\w+|\w+_CERT\w*|UNABLE_TO_\w+|ERR_TLS_\w+)\b|\bcertificate\b/

const smtpErrorMessages: [codeAndMessage: RegExp, message: string][] = [
  [/\b(ECONNRESET|EPIPE)\b|closed|disconnected/i, 'The mail server closed the connection'],
  [/\b(ETIMEDOUT|ETIMEOUT)\b/, 'The mail server timed out'],
  [certificateErrors, "The mail server's TLS certificate isn't valid"],
  [/wrong version number/, 'The mail server does not speak TLS on this port'],
  [
    /\b(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNECTION|EDNS|ENOTFOUND|EAI_AGAIN)\b/,
    'The mail server could not be reached',
  ],
]
