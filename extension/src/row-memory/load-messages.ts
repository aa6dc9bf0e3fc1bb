import { PostedLoad } from '@loadping/contract/boards/posted-load'
import { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { LoadBefore, StatedCents } from '@loadping/contract/loads/saved-loads'
import * as z from 'zod/mini'
import { Done, message } from '../message.ts'
import { LoadCard } from './load-card.ts'

/** Whether the server counted a call. One that is `waiting` is repeated. */
export const CallResult = z.enum(['recorded', 'waiting', 'rejected'])
export type CallResult = z.infer<typeof CallResult>

/** What the server's load was before an outcome, to undo it; null if the outcome was not saved. */
export const BeforeOutcome = z.nullable(LoadBefore)

export const call = message('call', { load: PostedLoad, askCents: z.optional(StatedCents) }, CallResult)
export const save = message('save', { load: PostedLoad }, Done)
export const setOutcome = message(
  'outcome',
  { load: PostedLoad, outcome: OutcomeKind, cents: z.optional(StatedCents) },
  BeforeOutcome,
)
export const undoOutcome = message('undo-outcome', { before: LoadBefore }, Done)
/** Opens the load's page of the dashboard, which saves a load that is not there yet. */
export const openLoad = message('open-load', { load: PostedLoad }, Done)
/** Responds with what the card of a row says about an email with this template. */
export const describeLoad = message('describe-load', { load: PostedLoad, templateId: z.string() }, z.nullable(LoadCard))
