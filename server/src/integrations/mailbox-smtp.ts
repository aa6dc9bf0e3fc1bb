import type { MailSender, SmtpServer } from './mailbox.ts'
import { createMailSender } from './mailbox-message.ts'
import { type ResolvedHost, resolvePublicHost } from './public-host.ts'
import { deadlineFromNow, deliverBySmtp } from './smtp-delivery.ts'

type FindPlace = (server: Pick<SmtpServer, 'host' | 'port'>) => Promise<ResolvedHost | undefined>

/**
 * Mailboxes on servers that people name. Where a server is, is asked once for each mail, and a place off the public internet is no answer;
 * neither login nor text go there without TLS for the name that was given.
 */
export const createSmtp =
  (findPlace: FindPlace = resolvePublicHost) =>
  ({ host, port, user, password }: SmtpServer): MailSender =>
    createMailSender(async (raw, { from, to, cc }, beforeData) => {
      const deadline = deadlineFromNow()
      const found = await findPlace({ host, port }).then(
        (place) => ({ place }),
        () => undefined,
      )
      if (!found) return { outcome: 'retry', reason: `The mail server ${host} was not found.` }
      if (!found.place) return { outcome: 'rejected', reason: `The mail server ${host} is not on the public internet.` }
      const door = {
        ...found.place,
        serverName: host,
        isSecure: port === 465,
        needsTls: true,
        credentials: { user, pass: password },
      }
      return deliverBySmtp(
        door,
        { raw, from: from.address, to, cc, ccEnvelopeFrom: from.address },
        beforeData,
        deadline,
      )
    })
