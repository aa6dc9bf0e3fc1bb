import { handOverByHttp } from './http-hand-over.ts'
import type { Mailbox } from './mailbox.ts'
import { mailboxOver } from './mailbox-message.ts'

/** Where Microsoft Graph itself is; the stand-in is somewhere else. */
export const graph = 'https://graph.microsoft.com'

/** Mailboxes at Microsoft, each opened by an access token of its person. */
export const createGraph =
  (base: string) =>
  (accessToken: string): Mailbox =>
    mailboxOver((raw, _message, beforeText) =>
      handOverByHttp({ url: `${base}/v1.0/me/sendMail`, accessToken, type: 'text/plain', body: raw.toString('base64') }, beforeText),
    )
