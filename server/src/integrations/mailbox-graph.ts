import { deliverByHttp, type MailApi } from './http-delivery.ts'
import type { MailSender } from './mailbox.ts'
import { createMailSender } from './mailbox-message.ts'

export const graph: MailApi = { url: 'https://graph.microsoft.com' }

/** Creates senders for Outlook mailboxes through Microsoft Graph. */
export const createGraph =
  ({ url, headers }: MailApi) =>
  (accessToken: string): MailSender =>
    createMailSender((raw, _message, beforeData) =>
      deliverByHttp(
        { url: `${url}/v1.0/me/sendMail`, headers, accessToken, type: 'text/plain', body: raw.toString('base64') },
        beforeData,
      ),
    )
