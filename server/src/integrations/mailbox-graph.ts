import { deliverByHttp } from './http-delivery.ts'
import type { MailSender } from './mailbox.ts'
import { createMailSender } from './mailbox-message.ts'

export const graph = 'https://graph.microsoft.com'

/** Creates senders for Outlook mailboxes through Microsoft Graph. */
export const createGraph =
  (base: string) =>
  (accessToken: string): MailSender =>
    createMailSender((raw, _message, beforeData) =>
      deliverByHttp(
        { url: `${base}/v1.0/me/sendMail`, accessToken, type: 'text/plain', body: raw.toString('base64') },
        beforeData,
      ),
    )
