import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { oneLine } from './one-line.ts'
import { refusesSender } from './sender-refusals.ts'

/** What a report says of an email: that it came back, or that its recipient calls it spam. */
export const bounceKinds = ['failed', 'complained'] as const

/** A bounce or spam complaint about one email. */
export type BounceReport = {
  /** The bounce address that received it. */
  to: string
  kind: (typeof bounceKinds)[number]
  /** The recipient that the report names. */
  recipient: string | undefined
  /** The enhanced status code (RFC 3463), `5.1.1`. */
  status: string | undefined
  /** The diagnostic text of the rejecting server. */
  reason: string
  /** That text names who sends, not this email. */
  refusesSender: boolean
}

export type BounceServer = { port: number; stop: () => Promise<void> }

/** A report may return the whole email. */
const maxMessageBytes = 2_000_000
/** A report precedes the email that it returns. Parsing more than this could take seconds. */
const maxReadBytes = 64_000
const maxReadLines = 2_000
const maxBlocks = 20

/**
 * Receives bounce reports and complaints over SMTP (RFC 3464, RFC 5965) at bounce addresses only. If recording fails,
 * the sending server is told to retry.
 */
export async function startBounceServer(
  { host, port }: { host: string; port: number },
  {
    isBounceAddress,
    record,
  }: { isBounceAddress: (address: string) => boolean; record: (report: BounceReport) => Promise<void> },
): Promise<BounceServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxMessageBytes,
    rejectOversized: true,
    maxClients: 50,
    socketTimeout: 30_000,
    closeTimeout: 1_000,
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length > 0) return done(smtpError(452, 'One recipient at a time'))
      done(isBounceAddress(address.toLowerCase()) ? null : smtpError(550, 'No such address'))
    },
    onData(stream, session, done) {
      const receive = async () => {
        const start = await readStart(stream)
        const [to] = session.envelope.rcptTo
        const [report] = stream.sizeExceeded ? [] : await readReports(start) // one recipient per message, so one report
        if (to && report) await record({ ...report, to: to.address.toLowerCase() })
      }
      receive().then(
        () => done(),
        (error: unknown) =>
          done(error instanceof Error && 'responseCode' in error ? error : smtpError(451, 'Try again later')),
      )
    },
  })
  server.on('error', () => {}) // a client that disconnects early has sent nothing
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

/** Reads a message to its end and returns its start. */
async function readStart(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  let start = ''
  for await (const chunk of stream) if (start.length < maxReadBytes) start += chunk.toString('latin1', 0, maxReadBytes)
  return Buffer.from(start.split('\n', maxReadLines).join('\n'), 'latin1')
}

/** Returns the reports in a message; replies and auto-replies contain none. */
async function readReports(raw: Uint8Array): Promise<Omit<BounceReport, 'to'>[]> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 20 })
  return mail.attachments.flatMap(({ mimeType, content }) => {
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
    if (mimeType === 'message/feedback-report') return [complaint(text)]
    return mimeType === 'message/delivery-status' ? text.split(/\r?\n\r?\n/, maxBlocks).flatMap(failure) : []
  })
}

const complaint = (text: string): Omit<BounceReport, 'to'> => ({
  kind: 'complained',
  recipient: addressIn(fieldOf(text, 'Original-Rcpt-To')),
  status: undefined,
  reason: 'The recipient marked it as spam.',
  refusesSender: false,
})

function failure(block: string): Omit<BounceReport, 'to'>[] {
  if (fieldOf(block, 'Action')?.toLowerCase() !== 'failed') return []
  const reason = fieldOf(block, 'Diagnostic-Code')?.replace(/^smtp;\s*/i, '') ?? 'It could not be delivered.'
  const recipient = addressIn(fieldOf(block, 'Original-Recipient') ?? fieldOf(block, 'Final-Recipient'))
  const status = fieldOf(block, 'Status')
  return [
    {
      kind: 'failed',
      recipient,
      status,
      reason: oneLine(reason),
      refusesSender: refusesSender([status, reason].join(' ')),
    },
  ]
}

/** Returns a field's unfolded value. */
const fieldOf = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text.replace(/\r?\n[ \t]+/g, ' '))?.[1]?.trim()

const addressIn = (text: string | undefined): string | undefined =>
  text
    ?.split(/[\s;<>]+/)
    .find((word) => /.@./.test(word))
    ?.toLowerCase()
