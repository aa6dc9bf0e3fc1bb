import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { oneLine } from './one-line.ts'

/** What a mail server reports about a message: it could not be delivered, or its reader complained about it. */
export type Report = {
  /** The address to which it came. */
  to: string
  kind: 'failed' | 'complained'
  /** Whom the message did not reach, where the report says so. */
  recipient: string | undefined
  /** The enhanced status code (RFC 3463), `5.1.1`. */
  status: string | undefined
  /** The words of the server that refused it. */
  reason: string
}

export type BounceServer = { port: number; stop: () => Promise<void> }

const largest = 200_000
const maxBlocks = 20

/**
 * Takes reports about delivery over SMTP (RFC 3464, RFC 5965) at addresses for which `isOurs`, and nothing else; a report that could not be
 * noted is asked for again.
 */
export async function startBounceServer(
  { host, port }: { host: string; port: number },
  { isOurs, note }: { isOurs: (address: string) => boolean; note: (report: Report) => Promise<void> },
): Promise<BounceServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: largest,
    maxClients: 50,
    socketTimeout: 30_000,
    closeTimeout: 1_000,
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length > 0) return done(refusal(452, 'One recipient at a time'))
      done(isOurs(address.toLowerCase()) ? null : refusal(550, 'No such address'))
    },
    onData(stream, session, done) {
      const take = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        if (stream.sizeExceeded) throw refusal(552, 'Too large')
        const [to] = session.envelope.rcptTo
        const [report] = await readReports(Buffer.concat(chunks)) // a message has one recipient, and so one report
        if (to && report) await note({ ...report, to: to.address.toLowerCase() })
      }
      take().then(
        () => done(),
        (error: unknown) =>
          done(error instanceof Error && 'responseCode' in error ? error : refusal(451, 'Try again later')),
      )
    },
  })
  server.on('error', () => {}) // a client that hangs up in the middle has sent nothing
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

const refusal = (responseCode: number, words: string): Error => Object.assign(new Error(words), { responseCode })

/** The reports that a message holds; an answer of a person or a machine holds none. */
async function readReports(raw: Uint8Array): Promise<Omit<Report, 'to'>[]> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 20 })
  return mail.attachments.flatMap(({ mimeType, content }) => {
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
    if (mimeType === 'message/feedback-report') return [complaint(text)]
    return mimeType === 'message/delivery-status' ? text.split(/\r?\n\r?\n/, maxBlocks).flatMap(failure) : []
  })
}

const complaint = (text: string): Omit<Report, 'to'> => ({
  kind: 'complained',
  recipient: addressIn(fieldOf(text, 'Original-Rcpt-To')),
  status: undefined,
  reason: 'The reader marked it as spam.',
})

function failure(block: string): Omit<Report, 'to'>[] {
  if (fieldOf(block, 'Action')?.toLowerCase() !== 'failed') return []
  const reason = fieldOf(block, 'Diagnostic-Code')?.replace(/^smtp;\s*/i, '') ?? 'It could not be delivered.'
  const recipient = addressIn(fieldOf(block, 'Original-Recipient') ?? fieldOf(block, 'Final-Recipient'))
  return [{ kind: 'failed', recipient, status: fieldOf(block, 'Status'), reason: oneLine(reason) }]
}

/** A field's value on one line, as unfolded. */
const fieldOf = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text.replace(/\r?\n[ \t]+/g, ' '))?.[1]?.trim()

const addressIn = (text: string | undefined): string | undefined =>
  text && /([^\s;<>]+@[^\s;<>]+)/.exec(text)?.[1]?.toLowerCase()
