import type { MailSender, SmtpServer } from './mailbox.ts'
import { createMailSender } from './mailbox-message.ts'
import { type ResolvedHost, resolvePublicHost } from './public-host.ts'
import { deadlineFromNow, deliverBySmtp } from './smtp-delivery.ts'

type ResolveHost = (server: Pick<SmtpServer, 'host' | 'port'>) => Promise<ResolvedHost | undefined>

/**
 * Creates senders for users' SMTP servers. Each send resolves the host once and requires a public address; login and
 * data require TLS for the given host name.
 */
export const createSmtp =
  (resolveHost: ResolveHost = resolvePublicHost, heloName?: string | undefined) =>
  ({ host, port, user, password }: SmtpServer): MailSender =>
    createMailSender(async (raw, { from, to, cc }, beforeData) => {
      const deadline = deadlineFromNow()
      const found = await resolveHost({ host, port }).then(
        (resolved) => ({ resolved }),
        () => undefined,
      )
      if (!found) return { outcome: 'retry', reason: `Can't find the mail server ${host}. Check the name.` }
      if (!found.resolved)
        return { outcome: 'rejected', reason: `The mail server ${host} must be on the public internet.` }
      const endpoint = {
        ...found.resolved,
        serverName: host,
        ...(heloName && { heloName }),
        isSecure: port === 465,
        needsTls: true,
        credentials: { user, pass: password },
      }
      return deliverBySmtp(
        endpoint,
        { raw, from: from.address, to, cc, ccEnvelopeFrom: from.address },
        beforeData,
        deadline,
      )
    })
