import { createHash } from 'node:crypto'
import { isEmailAddress } from '@loadping/contract/format/email-address'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { DeliveryResult, MailSender, OutgoingMessage } from './mailbox.ts'

const maxBytes = 1_000_000
const maxLineBytes = 998

/** Creates a sender that composes messages and passes the bytes to `deliver`. Invalid messages are rejected first. */
export const createMailSender = (
  deliver: (raw: Buffer, message: OutgoingMessage, beforeData: () => Promise<void>) => Promise<DeliveryResult>,
): MailSender => ({
  async send(message, beforeData) {
    const raw = await composeMime(message)
    return raw
      ? deliver(raw, message, beforeData)
      : { outcome: 'rejected', reason: "This email has content that can't be sent." }
  },
})

/**
 * Composes the RFC 5322 bytes, identical at every attempt and safe from header injection. Returns undefined if the
 * message is invalid or longer than 1 MB.
 */
export async function composeMime(message: OutgoingMessage): Promise<Buffer | undefined> {
  if (!isValidMessage(message)) return undefined
  const mail = await compose(message).catch(() => undefined)
  return mail && mail.length <= maxBytes && hasShortLines(mail) ? mail : undefined
}

function compose({
  messageId,
  date,
  from,
  replyTo,
  to,
  cc,
  subject,
  html,
  text,
  unsubscribeUrl,
  inReplyTo,
  isAutomatic,
}: OutgoingMessage): Promise<Buffer> {
  return new MailComposer({
    messageId,
    date,
    from: { name: oneLine(from.name), address: from.address },
    ...(replyTo && { replyTo: plain(replyTo) }),
    to: [plain(to)],
    ...(cc.length > 0 && { cc: cc.map(plain) }),
    subject: oneLine(subject),
    ...(inReplyTo && { inReplyTo, references: inReplyTo }),
    headers: { ...(unsubscribeUrl && oneClick(unsubscribeUrl)), ...(isAutomatic && automatic) },
    text: asLines(text),
    html: asLines(html),
    newline: 'win',
    baseBoundary: createHash('sha256').update(messageId).digest('hex').slice(0, 32),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

/** Prevents the library from parsing names, groups or lists out of an address. */
const plain = (address: string) => ({ name: '', address })

/** RFC 8058 headers, `prepared` because a folded URL would be broken. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
})

const automatic = { 'Auto-Submitted': 'auto-generated' }

/**
 * Cleans text for a header: line breaks and control characters become spaces, `=?` is not decodable, and nothing is
 * shown in another order than it is written.
 */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()

/** Normalizes the line breaks of a body. */
const asLines = (text: string): string => text.toWellFormed().replace(/\r\n?/g, '\n')

function isValidMessage({
  messageId,
  date,
  from,
  replyTo,
  to,
  cc,
  bounceAddress,
  unsubscribeUrl,
}: OutgoingMessage): boolean {
  const addresses = [from.address, to, ...cc, replyTo, bounceAddress].filter((address) => address !== undefined)
  const isLink = unsubscribeUrl === undefined || /^https?:\/\/[!-;=?-~]{1,900}$/.test(unsubscribeUrl)
  return (
    addresses.every(isEmailAddress) && /^<[!-;=?-~]{1,200}>$/.test(messageId) && !Number.isNaN(date.getTime()) && isLink
  )
}

function hasShortLines(mail: Buffer): boolean {
  let start = 0
  for (let end = mail.indexOf('\r\n'); end >= 0; end = mail.indexOf('\r\n', start)) {
    if (end - start > maxLineBytes) return false
    start = end + 2
  }
  return mail.length - start <= maxLineBytes
}
