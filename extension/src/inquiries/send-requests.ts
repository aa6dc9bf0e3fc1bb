import { brand } from '@loadping/contract/brand'
import type { Client } from '@loadping/contract/client'
import type { SentEmail } from '@loadping/contract/emails/emails'
import { sellByOf } from '@loadping/contract/emails/sell-by'
import { describeWaiting } from '@loadping/contract/emails/waiting'
import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { practiceRowOf } from '@loadping/contract/practice/practice'
import { Problem, type TemplateAsk } from '@loadping/contract/wire/problem'
import { type Entry, mayPass } from '../outbox/outbox.ts'
import type { InquiryState } from './inquiry-state.ts'

/** One click: what to send, and the idempotency key that makes the server send it once. */
export type Intent = Entry<PostingInquiry>

/** The server remembers a key for a day, so an older intent must not be repeated. */
const keyLifetimeMs = 24 * 3_600_000

export type Emails = Pick<Client['emails'], 'getEmail'> &
  Pick<Client['inquiries'], 'sendEmail' | 'undoEmail'> &
  Pick<Client['practice'], 'sendPracticeEmail'>

/** Returns what a row shows while the server cannot be reached. Only the server can tell whether a request arrived. */
export function stateWithoutResponse(intent: Intent, now: Date, sellByMinutes: number): InquiryState {
  const { templateId, load } = intent.intent
  if (now.getTime() <= sellByOf(intent.createdAt, sellByMinutes, load))
    return { state: 'waiting', templateId, reason: waitingText(sellByMinutes) }
  return intent.attempts === 0
    ? { state: 'failed', templateId, reason: 'Not sent: too late.' }
    : { state: 'unknown', templateId, reason: noResponse }
}

/**
 * Requests a send once. Returns undefined if the caller must repeat it with the same key, also past its sell-by,
 * because the server may have accepted it.
 */
export async function requestSend(
  emails: Emails,
  { key, intent: inquiry, createdAt, attempts }: Intent,
  now: Date,
): Promise<InquiryState | undefined> {
  const { templateId } = inquiry
  const age = now.getTime() - createdAt
  if (age > keyLifetimeMs) return { state: 'unknown', templateId, reason: noResponse }

  const headers = { 'idempotency-key': key, 'inquiry-age': String(Math.max(0, Math.floor(age / 1000))) }
  try {
    const row = practiceRowOf(inquiry.load)
    const { values, truckId, expected } = inquiry
    const sent = row
      ? emails.sendPracticeEmail({ headers, body: { row, templateId, values, truckId, expected } })
      : emails.sendEmail({ headers, body: inquiry })
    return stateOf(await sent, templateId)
  } catch (error) {
    if (!(error instanceof Problem) || mayPass(error)) return undefined
    const mayBeSentEarlier = attempts > 1 && callerCodes.has(error.code)
    return mayBeSentEarlier ? { state: 'unknown', templateId, reason: noResponse } : rejectedState(error, inquiry)
  }
}

/** Returns the state of an accepted email, or undefined without a response. */
export async function getState(emails: Emails, emailId: string, templateId: string): Promise<InquiryState | undefined> {
  try {
    return stateOf(await emails.getEmail({ params: { id: emailId } }), templateId)
  } catch (error) {
    if (!(error instanceof Problem) || mayPass(error)) return undefined
    return {
      state: 'unknown',
      templateId,
      reason: error.code === 'not-signed-in' ? `Sign in to ${brand.name} to see whether it was sent.` : error.message,
    }
  }
}

/** Undoes a queued email, or returns its present state if it is too late; undefined without a response. */
export async function undoSend(emails: Emails, emailId: string, templateId: string): Promise<InquiryState | undefined> {
  try {
    return stateOf(await emails.undoEmail({ params: { id: emailId } }), templateId)
  } catch (error) {
    return error instanceof Problem && error.code === 'too-late' ? getState(emails, emailId, templateId) : undefined
  }
}

/** Errors about the caller, which say nothing about an earlier request with the same key. */
const callerCodes = new Set<Problem['code']>(['not-signed-in', 'update-needed'])

function stateOf(email: SentEmail, templateId: string): InquiryState {
  const { id, state, askCents, dueAt, failure } = email
  const common = { state, templateId, emailId: id, askCents }
  const waits = describeWaiting(email, new Date())
  if (state === 'queued') return { ...common, dueAt, ...(failure && { reason: failure }), ...(waits && { waits }) }
  if (state === 'unknown') return { ...common, reason: failure ?? noResponse }
  if (state === 'failed') return { ...common, reason: failure ?? 'It could not be sent.' }
  return common
}

function rejectedState(
  { code, message, fields, details }: Problem,
  { templateId, values, confirmed, confirmedRecipient, expected }: PostingInquiry,
): InquiryState {
  const common = { templateId, reason: message, values }
  if (code === 'plan-limit') return { ...common, state: 'limit' }
  if (code === 'not-signed-in') return { ...common, state: 'signed-out' }
  if (code === 'not-allowed') return { ...common, state: 'not-allowed' }
  if (code === 'price-changed')
    return { ...common, state: 'changed', changed: changeOf(expected, details.current), ...details.current }
  const confirms = { ...(confirmed && { confirmed }), ...(confirmedRecipient && { confirmedRecipient }) }
  if (code === 'already-contacted') return { ...common, state: 'contacted', confirms: { ...confirms, confirmed: true } }
  if (code === 'suspicious-recipient')
    return { ...common, state: 'suspicious', confirms: { ...confirms, confirmedRecipient: true } }
  const missing = Object.keys(fields).flatMap((field) =>
    field.startsWith('values/') ? [field.slice('values/'.length)] : [],
  )
  if (code === 'missing-values' && missing.length > 0) return { ...common, state: 'missing', missing }
  return { ...common, state: 'failed' }
}

function changeOf(shown: TemplateAsk | undefined, current: TemplateAsk | undefined): InquiryState['changed'] {
  if (shown?.askCents !== current?.askCents) return 'ask'
  return shown?.templateVersion === current?.templateVersion ? 'truck' : 'template'
}

const noResponse = `No response in time. Check your emails in ${brand.name} before you resend.`
const waitingText = (minutes: number): string =>
  `It is sent once the server can be reached, within ${minutes} minutes of your click.`
