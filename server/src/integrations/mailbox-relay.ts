import { type DkimKey, signWith } from './dkim.ts'
import type { MailSender } from './mailbox.ts'
import { createMailSender } from './mailbox-message.ts'
import { createSmtpPool, type SmtpEndpoint } from './smtp-delivery.ts'

type RelayOptions = { heloName?: string | undefined; dkim?: DkimKey | undefined }

/** Creates the relay, which sends through the operator's SMTP server and signs for the sender's domain with a key. */
export function createRelay(smtpUrl: string, { heloName, dkim }: RelayOptions = {}): MailSender {
  const deliver = createSmtpPool(parseSmtpUrl(smtpUrl, heloName))
  return createMailSender(async (raw, { from, bounceAddress = from.address, to, cc }, beforeData) => {
    const signed = dkim ? await signWith(dkim, raw, from.address) : raw
    return deliver({ raw: signed, from: bounceAddress, to, cc, ccEnvelopeFrom: from.address }, beforeData)
  })
}

/** Parses an smtp or smtps URL. A username makes TLS mandatory. */
export function parseSmtpUrl(smtpUrl: string, heloName?: string): SmtpEndpoint {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  return {
    address: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    isSecure,
    needsTls: username !== '',
    ...(heloName && { heloName }),
    ...(username && { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}
