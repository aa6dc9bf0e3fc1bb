import { createHash } from 'node:crypto'
import { isEmailAddress } from '@loadping/contract/rules/email-address'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { DeliveryResult, MailSender, OutgoingMessage } from './mailbox.ts'

const maxBytes = 1_000_000
const maxLineBytes = 998

/** A mailbox out of a way for bytes; a message of which no mail can be made is refused before. */
export const createMailSender = (
  carry: (raw: Buffer, message: OutgoingMessage, beforeData: () => Promise<void>) => Promise<DeliveryResult>,
): MailSender => ({
  async send(message, beforeData) {
    const raw = await composeMime(message)
    return raw
      ? carry(raw, message, beforeData)
      : { outcome: 'rejected', reason: 'The message cannot be written as a mail.' }
  },
})

/**
 * The message as it travels (RFC 5322), the same bytes at every attempt: its headers hold what is meant for them, and nothing that somebody
 * wrote makes one more. Undefined where no such mail can be made, or where it is longer than 1 MB.
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
}: OutgoingMessage): Promise<Buffer> {
  return new MailComposer({
    messageId,
    date,
    from: { name: oneLine(from.name), address: from.address },
    ...(replyTo && { replyTo: plain(replyTo) }),
    to: [plain(to)],
    ...(cc.length > 0 && { cc: cc.map(plain) }),
    subject: oneLine(subject),
    ...(unsubscribeUrl && { headers: oneClick(unsubscribeUrl) }),
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

/** An address that is nothing but one: the library reads no names, groups or lists into it. */
const plain = (address: string) => ({ name: '', address })

/** RFC 8058; written as they are, because a folded address would be another one. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
})

/** Text for a header: what breaks lines or controls anything, U+2028 and U+2029 too, is a space; what looks encoded already is kept from being decoded. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()

/** Text for a body: one kind of line break, and no other character that a mail server could take for one. */
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
