import type { Config } from '../config.ts'
import type { Inbox } from '../stand-ins/inbox.ts'
import { mailApiPaths } from '../stand-ins/mail-apis.ts'
import { demoSmtpHost } from '../stand-ins/mail-certificate.ts'
import type { MailSenders } from './mailbox.ts'
import { createGmail, gmail } from './mailbox-gmail.ts'
import { createGraph, graph } from './mailbox-graph.ts'
import { createSmtp } from './mailbox-smtp.ts'
import { resolvePublicHost } from './public-host.ts'

type Setting = Pick<Config, 'baseUrl' | 'isProduction' | 'google' | 'outlook'>

/** How mailboxes of one's own are opened here: at the providers that are set up, and on a machine of one's own at stand-ins for the others. */
export function createOwnMailboxes(
  { baseUrl, isProduction, google, outlook }: Setting,
  inbox: Inbox | undefined,
): MailSenders {
  const gmailBase = google ? gmail : isProduction ? undefined : `${baseUrl}${mailApiPaths.google}`
  const graphBase = outlook ? graph : isProduction ? undefined : `${baseUrl}${mailApiPaths.outlook}`
  return {
    ...(gmailBase && { google: createGmail(gmailBase) }),
    ...(graphBase && { outlook: createGraph(graphBase) }),
    smtp: createSmtp(async (server) =>
      inbox && server.host === demoSmtpHost ? inbox.ownServer[server.port] : resolvePublicHost(server),
    ),
  }
}
