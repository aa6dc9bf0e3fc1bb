/** A message to send. Its id and date are the same at every delivery attempt. */
export type OutgoingMessage = {
  messageId: string
  date: Date
  from: { name: string; address: string }
  replyTo?: string
  to: string
  cc: string[]
  subject: string
  html: string
  text: string
  /** The envelope sender for bounce reports; defaults to the sender's address. */
  bounceAddress?: string
  /** The one-click unsubscribe URL (RFC 8058). */
  unsubscribeUrl?: string
  /** The Message-ID of the email that this one follows in a thread. */
  inReplyTo?: string
  /** No person wrote it, so no program should reply to it (RFC 3834). */
  isAutomatic?: boolean
}

/**
 * The result of a delivery attempt. Certainly not delivered: `retry`, `rejected`, `unauthorized`. `unknown` if the
 * connection failed after data had started. `isLoginOff`: Microsoft switched off logins with a password.
 * `refusesSender`: the reply names who sends, not this email. `isSilent`: no mail server answered on this port.
 * `isReply`: the server said to try later. `isUntried`: nothing was tried, because enough deliveries wait for this server.
 */
export type DeliveryResult =
  | { outcome: 'accepted'; note?: string }
  | {
      outcome: 'retry'
      reason: string
      retryAfterSeconds?: number
      isDailyLimit?: boolean
      refusesSender?: boolean
      isSilent?: boolean
      isReply?: boolean
      isUntried?: boolean
    }
  | { outcome: 'unauthorized'; reason: string; isLoginOff?: boolean }
  | { outcome: 'rejected'; reason: string; refusesSender?: boolean }
  | { outcome: 'unknown'; reason: string }

/** Sends messages from one mailbox. */
export type MailSender = {
  /** Sends one message. `beforeData` runs once before the first byte is sent and cancels the attempt by throwing. */
  send: (message: OutgoingMessage, beforeData: () => Promise<void>) => Promise<DeliveryResult>
}

/** A user's SMTP server. Port 465 uses implicit TLS, port 587 STARTTLS. */
export type SmtpServer = { host: string; port: 465 | 587; user: string; password: string }

/** Creates senders for user mailboxes; providers that are not configured are absent. */
export type MailSenders = {
  google?: (accessToken: string) => MailSender
  outlook?: (accessToken: string) => MailSender
  smtp: (server: SmtpServer) => MailSender
}
