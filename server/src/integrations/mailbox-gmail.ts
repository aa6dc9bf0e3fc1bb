import { deliverByHttp, type MailApi } from './http-delivery.ts'
import type { MailSender } from './mailbox.ts'
import { createMailSender } from './mailbox-message.ts'

export const gmail: MailApi = { url: 'https://gmail.googleapis.com' }

export const createGmail =
  ({ url, headers }: MailApi) =>
  (accessToken: string): MailSender =>
    createMailSender((raw, _message, beforeData) => {
      const body = JSON.stringify({ raw: raw.toString('base64url') })
      return deliverByHttp(
        { url: `${url}/gmail/v1/users/me/messages/send`, headers, accessToken, type: 'application/json', body },
        beforeData,
      )
    })
