import { PostedLoad } from '@loadping/contract/boards/posted-load'
import { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { LoadBefore, StatedCents } from '@loadping/contract/loads/saved-loads'
import * as z from 'zod/mini'
import { Done, message } from '../message.ts'
import { ClickKey } from '../outbox/outbox.ts'
import { LoadCard } from './load-card.ts'

/** Whether the server has what was asked. What is `waiting` is repeated. */
export const LoadResult = z.enum(['recorded', 'waiting', 'rejected'])
export type LoadResult = z.infer<typeof LoadResult>

/** What the server's load was before an outcome, to undo it; null if the outcome was not saved. */
export const BeforeOutcome = z.nullable(z.union([z.literal('waiting'), LoadBefore]))
export type BeforeOutcome = z.infer<typeof BeforeOutcome>

export const call = message('call', { load: PostedLoad, askCents: z.optional(StatedCents), key: ClickKey }, LoadResult)
export const save = message('save', { load: PostedLoad, key: ClickKey }, LoadResult)
export const setOutcome = message(
  'outcome',
  { load: PostedLoad, outcome: OutcomeKind, cents: z.optional(StatedCents), key: ClickKey },
  BeforeOutcome,
)
export const undoOutcome = message('undo-outcome', { before: LoadBefore }, Done)
/** Opens the load's page of the dashboard, which saves a load that is not there yet. */
export const openLoad = message('open-load', { load: PostedLoad }, Done)
/** Responds with what the card of a row says about an email with this template. */
export const describeLoad = message('describe-load', { load: PostedLoad, templateId: z.string() }, z.nullable(LoadCard))
