import type { Mailbox, SmtpServer } from './mailbox.ts'
import { mailboxOver } from './mailbox-message.ts'
import { findPublicPlace, type SmtpPlace } from './public-address.ts'
import { deadlineFromNow, handOverBySmtp } from './smtp-hand-over.ts'

type FindPlace = (server: Pick<SmtpServer, 'host' | 'port'>) => Promise<SmtpPlace | undefined>

/**
 * Mailboxes on servers that people name. Where a server is, is asked once for each mail, and a place off the public internet is no answer;
 * neither login nor text go there without TLS for the name that was given.
 */
export const createSmtp =
  (findPlace: FindPlace = findPublicPlace) =>
  ({ host, port, user, password }: SmtpServer): Mailbox =>
    mailboxOver(async (raw, { from, to, cc }, beforeText) => {
      const deadline = deadlineFromNow()
      const found = await findPlace({ host, port }).then(
        (place) => ({ place }),
        () => undefined,
      )
      if (!found) return { outcome: 'later', reason: `The mail server ${host} was not found.` }
      if (!found.place) return { outcome: 'refused', reason: `The mail server ${host} is not on the public internet.` }
      const door = { ...found.place, serverName: host, isSecure: port === 465, needsTls: true, credentials: { user, pass: password } }
      return handOverBySmtp(door, { raw, from: from.address, to, cc, copiesFrom: from.address }, beforeText, deadline)
    })
