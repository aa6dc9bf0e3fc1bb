import type { Mailbox } from './mailbox.ts'
import { mailboxOver } from './mailbox-message.ts'
import { type SmtpDoor, smtpLines } from './smtp-hand-over.ts'

/** A mailbox behind the SMTP server of an operator's choice: LoadPing's relay. */
export function createRelay(smtpUrl: string): Mailbox {
  const handOver = smtpLines(smtpDoor(smtpUrl))
  return mailboxOver((raw, { from, returnAddress = from.address, to, cc }, beforeText) =>
    handOver({ raw, from: returnAddress, to, cc, copiesFrom: from.address }, beforeText),
  )
}

/** Where an smtp or smtps address leads; with a name to sign in under, only over TLS. */
export function smtpDoor(smtpUrl: string): SmtpDoor {
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
