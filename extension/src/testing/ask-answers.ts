import type { Answers } from '../message.ts'

/** Asks what answers a page, as the worker does with a valid message. */
export function askAnswers<From>(table: Answers<From>, request: { kind: string }, from: From): Promise<unknown> {
  const [message, handle] = table[request.kind] ?? []
  if (!message || !handle) throw new Error(`nothing answers ${request.kind}`)
  return handle(message.request.parse(request) as never, from) // `answers` checked that it takes what its message allows
}
