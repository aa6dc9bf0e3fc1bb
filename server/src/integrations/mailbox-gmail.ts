import { handOverByHttp } from './http-hand-over.ts'
import type { Mailbox } from './mailbox.ts'
import { mailboxOver } from './mailbox-message.ts'

/** Where Gmail itself is; the stand-in is somewhere else. */
export const gmail = 'https://gmail.googleapis.com'

/** Mailboxes at Google, each opened by an access token of its person. */
export const createGmail =
  (base: string) =>
  (accessToken: string): Mailbox =>
    mailboxOver((raw, _message, beforeText) => {
      const body = JSON.stringify({ raw: raw.toString('base64url') })
      return handOverByHttp({ url: `${base}/gmail/v1/users/me/messages/send`, accessToken, type: 'application/json', body }, beforeText)
    })
