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
    return createMailSender((raw, message, beforeData) =>
      limitHanging(`${host}:${port}`, (timed) => send(raw, message, timed), beforeData),
    )
  }

const hangsAfterMs = 5_000
/** How long a server counts as hanging after a delivery that it failed slowly. */
const hangsForMs = 60_000
const atOnceWhileHanging = 4

type Deliver = (beforeData: () => Promise<void>) => Promise<DeliveryResult>

/** Creates a limit: to a server that gave no answer in time four deliveries go at once, for a minute or until it answers. */
export function createHangingLimit(now = () => performance.now()) {
  const servers = new Map<string, { inFlight: number; hangsUntil: number }>()
  return async (name: string, deliver: Deliver, beforeData: () => Promise<void>): Promise<DeliveryResult> => {
    for (const [known, { inFlight, hangsUntil }] of servers)
      if (inFlight === 0 && hangsUntil <= now()) servers.delete(known)
    const server = servers.get(name) ?? { inFlight: 0, hangsUntil: 0 }
    if (server.hangsUntil > now() && server.inFlight >= atOnceWhileHanging)
      return { outcome: 'retry', reason: `The mail server ${name} does not answer in time.`, isUntried: true }
    servers.set(name, server)
    server.inFlight++
    const begun = now()
    let asked: number | undefined
    let ownMs = 0 // what our database took
    const timed = async () => {
      asked = now()
      await beforeData()
      ownMs = now() - asked
      asked = undefined
    }
    try {
      const result = await deliver(timed)
      // After a refusal of ours, or while our database was asked, the server waited for us.
      const serverMs = (asked ?? now()) - begun - ownMs
      const hasNoAnswer = result.outcome === 'unknown' || (result.outcome === 'retry' && !result.isReply)
      server.hangsUntil = hasNoAnswer && serverMs > hangsAfterMs ? now() + hangsForMs : 0
      return result
    } finally {
      server.inFlight--
    }
  }
}
