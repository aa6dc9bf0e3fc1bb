import { deliverByHttp } from './http-delivery.ts'
import type { MailSender } from './mailbox.ts'
import { createMailSender } from './mailbox-message.ts'

export const gmail = 'https://gmail.googleapis.com'

export const createGmail =
  (base: string) =>
  (accessToken: string): MailSender =>
    createMailSender((raw, _message, beforeData) => {
      const body = JSON.stringify({ raw: raw.toString('base64url') })
      return deliverByHttp(
        { url: `${base}/gmail/v1/users/me/messages/send`, accessToken, type: 'application/json', body },
        beforeData,
      )
    })
