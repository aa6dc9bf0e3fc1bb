import type { UserType } from '@loadping/contract/account/user-type'
import type { BoardId } from '@loadping/contract/boards/board-id'
import type { BoardHealth } from '@loadping/contract/extension/board-health'
import type { HomeSummary } from '@loadping/contract/home/home'
import type { LoadBefore } from '@loadping/contract/loads/load-status'
import { OutcomeKind, StatedCents } from '@loadping/contract/loads/outcomes'
import { maxWithdrawalText, type OpenAsk, type TakeBack } from '@loadping/contract/truck-board/truck-board'
import type { Truck } from '@loadping/contract/trucks/trucks'
import * as z from 'zod/mini'
import { message } from '../message.ts'
import type { BeforeOutcome } from '../row-memory/load-messages.ts'
import type { Account } from '../session/account.ts'

export type TakeBackAsks = Pick<TakeBack, 'ready' | 'call' | 'withdrawn' | 'text'>

export type PopupState = {
  account: Account | null
  userType: UserType
  /** Null while the server is unreachable. */
  home: Pick<HomeSummary, 'today' | 'recentContacts' | 'emails' | 'mailbox'> | null
  /** What the load of the last outcome was before, while that can be undone. */
  undo: LoadBefore | null
  /** How many calls are due, and the first of them; null while that is unknown. */
  due: { count: number; first: OpenAsk[] } | null
  /** The booked trucks of which asks are to be taken back; the asks of the first ones. */
  booked: { truckId: string; name: string; takeBack: number; asks: TakeBackAsks | null }[]
  trucks: Pick<Truck, 'id' | 'name' | 'place' | 'isCurrent'>[]
  health: BoardHealth[]
  /** The untried boards of which a row was confirmed. */
  confirmed: BoardId[]
  isSending: boolean
  /** What the server says of this version if it refuses it. */
  refusal: string | null
}

export const getPopupState = message('popup-state', {}).answeredBy<PopupState>()
export const useTemplate = message('use-template', { templateId: z.uuid() }).answeredBy<PopupState>()
export const useTruck = message('use-truck', { truckId: z.nullable(z.uuid()) }).answeredBy<PopupState>()
export const recordOutcome = message('set-outcome', {
  loadId: z.uuid(),
  outcome: OutcomeKind,
  cents: z.optional(StatedCents),
}).answeredBy<BeforeOutcome>()
/** Emails the withdrawal of one ask. `ended`: its truck is no longer booked. */
export const takeBackAsk = message('take-back-ask', {
  truckId: z.uuid(),
  loadId: z.uuid(),
  text: z.string().check(z.maxLength(maxWithdrawalText)),
}).answeredBy<TakeBackAsks | 'ended' | null>()
export const followTakeBack = message('follow-take-back', { truckId: z.uuid() }).answeredBy<TakeBackAsks | null>()
