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
}

/**
 * What became of a hand-over: the server has it (a note says which copies it refused); it surely has not (`refused` for good, `later` for now);
 * or the connection ended after the text had begun to flow, and nobody can say.
 */
export type HandOver = { outcome: 'accepted'; note?: string } | { outcome: 'refused' | 'later' | 'unclear'; reason: string }

/** Somewhere mail can leave from. */
export type Mailbox = {
  /** Hands one message over; `beforeText` runs once, right before its first byte may reach the server, and stops it by throwing. */
  handOver: (message: OutgoingMessage, beforeText: () => Promise<void>) => Promise<HandOver>
}
