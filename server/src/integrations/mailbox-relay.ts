import type { MailSender } from './mailbox.ts'
import { createMailSender } from './mailbox-message.ts'
import { createSmtpPool, type SmtpEndpoint } from './smtp-delivery.ts'

/** Creates the relay, which sends through the operator's SMTP server. */
export function createRelay(smtpUrl: string): MailSender {
  const deliver = createSmtpPool(parseSmtpUrl(smtpUrl))
  return createMailSender((raw, { from, bounceAddress = from.address, to, cc }, beforeData) =>
    deliver({ raw, from: bounceAddress, to, cc, ccEnvelopeFrom: from.address }, beforeData),
  )
}

/** Parses an smtp or smtps URL. A username makes TLS mandatory. */
export function parseSmtpUrl(smtpUrl: string): SmtpEndpoint {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  return {
    address: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    isSecure,
    needsTls: username !== '',
    ...(username && { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}
