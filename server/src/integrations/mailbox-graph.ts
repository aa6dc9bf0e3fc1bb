import { deliverByHttp } from './http-delivery.ts'
import type { MailSender } from './mailbox.ts'
import { createMailSender } from './mailbox-message.ts'

/** Where Microsoft Graph itself is; the stand-in is somewhere else. */
export const graph = 'https://graph.microsoft.com'

/** Mailboxes at Microsoft, each opened by an access token of its person. */
export const createGraph =
  (base: string) =>
  (accessToken: string): MailSender =>
    createMailSender((raw, _message, beforeData) =>
      deliverByHttp(
        { url: `${base}/v1.0/me/sendMail`, accessToken, type: 'text/plain', body: raw.toString('base64') },
        beforeData,
      ),
    )
