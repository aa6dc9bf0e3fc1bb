import { PostedLoad } from '@loadping/contract/boards/posted-load'
import { LoadBefore } from '@loadping/contract/loads/load-status'
import { OutcomeKind, StatedCents } from '@loadping/contract/loads/outcomes'
import * as z from 'zod/mini'
import { type Done, message } from '../message.ts'
import { ClickKey } from '../outbox/click-key.ts'
import type { LoadCard } from './load-card.ts'

/** Whether the server has what was asked. What is `waiting` is repeated. */
export type LoadResult = 'recorded' | 'waiting' | 'rejected'

/** What the server's load was before an outcome, to undo it; null if the outcome was not saved. */
export type BeforeOutcome = 'waiting' | LoadBefore | null

export const call = message('call', {
  load: PostedLoad,
  askCents: z.optional(StatedCents),
  key: ClickKey,
}).answeredBy<LoadResult>()
export const save = message('save', { load: PostedLoad, key: ClickKey }).answeredBy<LoadResult>()
export const setOutcome = message('outcome', {
  load: PostedLoad,
  outcome: OutcomeKind,
  cents: z.optional(StatedCents),
  key: ClickKey,
}).answeredBy<BeforeOutcome>()
export const undoOutcome = message('undo-outcome', { before: LoadBefore }).answeredBy<Done>()
/** Opens the load's page of the dashboard, which saves a load that is not there yet. */
export const openLoad = message('open-load', { load: PostedLoad }).answeredBy<Done>()
/** Responds with what the card of a row says about an email with this template. */
export const describeLoad = message('describe-load', {
  load: PostedLoad,
  templateId: z.string(),
}).answeredBy<LoadCard | null>()
