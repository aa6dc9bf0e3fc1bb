import { UserType } from '@loadping/contract/account/account'
import { BoardId } from '@loadping/contract/boards/posted-load'
import { BoardHealth } from '@loadping/contract/extension/board-health'
import { HomeSummary } from '@loadping/contract/home/home'
import { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { LoadBefore, StatedCents } from '@loadping/contract/loads/saved-loads'
import { Truck } from '@loadping/contract/trucks/trucks'
import * as z from 'zod/mini'
import { message } from '../message.ts'
import { BeforeOutcome } from '../row-memory/load-messages.ts'
import { Account } from '../session/account.ts'

export const PopupState = z.object({
  account: z.nullable(Account),
  userType: UserType,
  /** Null while the server is unreachable. */
  home: z.nullable(z.pick(HomeSummary, { today: true, recentContacts: true })),
  /** What the load of the last outcome was before, while that can be undone. */
  undo: z.nullable(LoadBefore),
  trucks: z.array(z.object(z.pick(Truck, { id: true, name: true, place: true, isCurrent: true }).shape)),
  health: z.array(BoardHealth),
  /** The untried boards of which a row was confirmed. */
  confirmed: z.array(BoardId),
  isSending: z.boolean(),
  /** Whether this version is too old for the server. */
  isOutdated: z.boolean(),
})
export type PopupState = z.infer<typeof PopupState>

export const getPopupState = message('popup-state', {}, PopupState)
export const useTemplate = message('use-template', { templateId: z.uuid() }, PopupState)
export const useTruck = message('use-truck', { truckId: z.nullable(z.uuid()) }, PopupState)
export const recordOutcome = message(
  'set-outcome',
  { loadId: z.uuid(), outcome: OutcomeKind, cents: z.optional(StatedCents) },
  BeforeOutcome,
)
