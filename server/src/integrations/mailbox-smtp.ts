import type { DeliveryResult, MailSender, SmtpServer } from './mailbox.ts'
import { createMailSender } from './mailbox-message.ts'
import { type ResolvedHost, resolvePublicHost } from './public-host.ts'
import { deadlineFromNow, deliverBySmtp } from './smtp-delivery.ts'

type ResolveHost = (server: Pick<SmtpServer, 'host' | 'port'>) => Promise<ResolvedHost | undefined>

/**
 * Creates senders for users' SMTP servers. Each send resolves the host once and requires a public address; login and
 * data require TLS for the given host name.
 */
export const createSmtp =
  (resolveHost: ResolveHost = resolvePublicHost, heloName?: string | undefined, limitHanging = createHangingLimit()) =>
  ({ host, port, user, password }: SmtpServer): MailSender => {
    const send: Parameters<typeof createMailSender>[0] = async (raw, { from, to, cc }, beforeData) => {
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
    }
    return createMailSender((...email) => limitHanging(host, () => send(...email)))
  }

const hangsAfterMs = 5_000
const atOnceWhileHanging = 4

/**
 * Creates a limit for servers that hang: after a delivery that failed slowly, few go to that server at once until one does
 * better, so that emails through other servers have the rest of the places. The others are tried again later.
 */
export function createHangingLimit(now = () => performance.now()) {
  const servers = new Map<string, { inFlight: number; isHanging: boolean }>()
  return async (host: string, deliver: () => Promise<DeliveryResult>): Promise<DeliveryResult> => {
    const server = servers.get(host) ?? { inFlight: 0, isHanging: false }
    if (server.isHanging && server.inFlight >= atOnceWhileHanging)
      return { outcome: 'retry', reason: `The mail server ${host} does not answer in time.` }
    servers.set(host, server)
    server.inFlight++
    const begun = now()
    try {
      const result = await deliver()
      server.isHanging = result.outcome !== 'accepted' && now() - begun > hangsAfterMs
      return result
    } finally {
      server.inFlight--
      if (server.inFlight === 0 && !server.isHanging) servers.delete(host)
    }
  }
}
