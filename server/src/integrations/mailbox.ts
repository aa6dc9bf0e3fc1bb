/** A message ready to leave. Its id and date never change, however often it is tried. */
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
  /** Where reports about its delivery go, instead of to its sender. */
  bounceAddress?: string
  /** Where a person ends mail of this kind with one click (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * What became of a hand-over: the server has it (a note says which copies it refused); it surely has not: `refused` for good, `later` for now
 * (after so many seconds, where it said so), `locked` because it does not let us in any more; or the connection ended after the text had begun
 * to flow, and nobody can say.
 */
export type DeliveryResult =
  | { outcome: 'accepted'; note?: string }
  | { outcome: 'retry'; reason: string; retryAfterSeconds?: number }
  | { outcome: 'rejected' | 'unauthorized' | 'unknown'; reason: string }

/** Somewhere mail can leave from. */
export type MailSender = {
  /** Hands one message over; `beforeData` runs once, right before its first byte may reach the server, and stops it by throwing. */
  send: (message: OutgoingMessage, beforeData: () => Promise<void>) => Promise<DeliveryResult>
}

/** A person's own SMTP server, with TLS from the start on port 465 and by STARTTLS on 587. */
export type SmtpServer = { host: string; port: 465 | 587; user: string; password: string }

/** How the mailboxes that people own are opened; a provider that nobody has set up is absent. */
export type MailSenders = {
  google?: (accessToken: string) => MailSender
  outlook?: (accessToken: string) => MailSender
  smtp: (server: SmtpServer) => MailSender
}
