import { brand } from '@loadping/contract/brand'
import type { Client } from '@loadping/contract/client'
import { Inquiry, type SentEmail } from '@loadping/contract/emails'
import { Problem } from '@loadping/contract/problem'
import * as z from 'zod/mini'
import type { InquiryState } from './inquiry-state.ts'

/** One click: what to send, and the key under which the server sends it once, however often it is asked. */
export const Intent = z.object({
  key: z.string(),
  userId: z.string(),
  inquiry: Inquiry,
  createdAt: z.int(),
  tries: z.int(),
})
export type Intent = z.infer<typeof Intent>

/** While the server gives no answer a send is tried again, with the same key, for this long. */
const retryWindowMs = 5 * 60_000
/** The server remembers a key for a day; older intents are not asked about again. */
const keyLifetime = 24 * 3_600_000

export type Emails = Pick<Client['emails'], 'sendEmail' | 'getEmail' | 'undoEmail'>

/** Asks the server once to send; no outcome means that it must be asked again, with the same key. */
export async function requestSend(
  emails: Emails,
  { key, inquiry, createdAt, tries }: Intent,
  now: Date,
): Promise<InquiryState | undefined> {
  const { templateId } = inquiry
  const unknown: InquiryState = { state: 'unknown', templateId, reason: unanswered }
  const age = now.getTime() - createdAt
  if (age > keyLifetime) return unknown

  try {
    return stateOf(await emails.sendEmail({ headers: { 'idempotency-key': key }, body: inquiry }), templateId)
  } catch (error) {
    if (!(error instanceof Problem) || retryableCodes.has(error.code)) return age > retryWindowMs ? unknown : undefined
    const isEarlierTryOpen = error.code === 'not-signed-in' && tries > 1
    return isEarlierTryOpen ? unknown : refusal(error, inquiry)
  }
}

/** Looks up an accepted mail; no outcome means that there was no answer. */
export async function lookUp(emails: Emails, emailId: string, templateId: string): Promise<InquiryState | undefined> {
  try {
    return stateOf(await emails.getEmail({ params: { id: emailId } }), templateId)
  } catch (error) {
    if (!(error instanceof Problem) || retryableCodes.has(error.code)) return undefined
    return {
      state: 'unknown',
      templateId,
      reason: error.code === 'not-signed-in' ? `Sign in to ${brand.name} to see whether it was sent.` : error.message,
    }
  }
}

/** Takes a queued mail back, or answers what it is by now; no outcome means that there was no answer. */
export async function undoSend(emails: Emails, emailId: string, templateId: string): Promise<InquiryState | undefined> {
  try {
    return stateOf(await emails.undoEmail({ params: { id: emailId } }), templateId)
  } catch (error) {
    return error instanceof Problem && error.code === 'too-late' ? lookUp(emails, emailId, templateId) : undefined
  }
}

/** Refusals that say nothing about the mail: the same request may be answered later. */
const retryableCodes = new Set<Problem['code']>(['busy', 'too-many', 'unavailable', 'unexpected'])

function stateOf({ id, state, askCents, dueAt, failure }: SentEmail, templateId: string): InquiryState {
  const common = { state, templateId, emailId: id, askCents }
  if (state === 'queued') return { ...common, dueAt, ...(failure && { reason: failure }) }
  if (state === 'unknown') return { ...common, reason: failure ?? unanswered }
  if (state === 'failed') return { ...common, reason: failure ?? 'It could not be sent.' }
  return common
}

function refusal({ code, message, fields }: Problem, { templateId, values }: Inquiry): InquiryState {
  const common = { templateId, reason: message, values }
  if (code === 'plan-limit') return { ...common, state: 'limit' }
  if (code === 'not-signed-in') return { ...common, state: 'signed-out' }
  if (code === 'not-allowed') return { ...common, state: 'not-allowed' }
  if (code === 'already-contacted') return { ...common, state: 'contacted' }
  const missing = Object.keys(fields).flatMap((field) =>
    field.startsWith('values/') ? [field.slice('values/'.length)] : [],
  )
  if (code === 'missing-values' && missing.length > 0) return { ...common, state: 'missing', missing }
  return { ...common, state: 'failed' }
}

const unanswered = 'No answer came in time. Look in your Sent folder before you write again.'
