import { UserType } from '@loadping/contract/account/account'
import { BoardSetting } from '@loadping/contract/boards/board-settings'
import { BoardId, PostedLoad } from '@loadping/contract/boards/posted-load'
import { PostingInquiry } from '@loadping/contract/emails/emails'
import { BoardHealth } from '@loadping/contract/extension/board-health'
import { Mark } from '@loadping/contract/extension/marks'
import { HomeSummary } from '@loadping/contract/home/home'
import { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { LoadBefore, StatedCents } from '@loadping/contract/loads/saved-loads'
import { pages } from '@loadping/contract/pages'
import { Template } from '@loadping/contract/templates/templates'
import { Truck } from '@loadping/contract/trucks/trucks'
import { idempotencyHeader } from '@loadping/contract/wire/idempotency'
import * as z from 'zod/mini'
import { InquiryState, InquiryStates } from './inquiry/inquiry-state.ts'
import { CaptureRequest, RowQuestionRequest } from './readability/readability-messages.ts'
import { RowNote } from './row-memory/row-note.ts'

/** The signed-in user's data that rows and the popup show. */
export const Account = z.object({
  email: z.string(),
  /** Null until onboarding is complete. */
  userType: z.nullable(UserType),
  /** Emails left this month; null without a limit. */
  emails: z.nullable(z.int()),
  limitEmails: z.nullable(z.int()),
  /** How long after its click an email may still be sent. */
  sellByMinutes: z.int(),
  /** Whether a mailbox is connected. */
  accountVerified: z.boolean(),
  /** How many emails failed or may have been sent, and were neither resent nor dismissed. */
  needAttention: z.int(),
  templates: z.array(
    z.pick(Template, { id: true, name: true, subject: true, template: true, isDefault: true, version: true }),
  ),
})
export type Account = z.infer<typeof Account>

/** The dashboard pages that the extension opens. */
export const DashboardPage = z.enum([
  'home',
  'signIn',
  'templates',
  'plans',
  'verifyEmail',
  'attention',
  'paste',
  'extension',
  'settings',
])
export type DashboardPage = z.infer<typeof DashboardPage>

export const dashboardPages: Record<DashboardPage, string> = {
  home: pages.home,
  signIn: pages.signIn,
  templates: pages.templates,
  plans: pages.pricing,
  verifyEmail: `${pages.home}?verify=email`,
  attention: `${pages.email}?group=attention`,
  paste: `${pages.loads}?paste`,
  extension: pages.extension,
  settings: pages.settings,
}

const undoOutcome = z.strictObject({ kind: z.literal('undo-outcome'), before: LoadBefore })
const openDashboard = z.strictObject({ kind: z.literal('open-dashboard'), page: DashboardPage })

/** Names one click, so that a click which the page repeats sends nothing again, even if it was undone meanwhile. */
const ClickKey = idempotencyHeader.shape['idempotency-key']

/** The requests that each kind of page may send to the background. */
export const requests = {
  board: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('board-state'),
      board: BoardId,
      /** The version of the marks that the page has. */
      marks: z.string().check(z.maxLength(200)),
    }),
    z.strictObject({ kind: z.literal('send-inquiry'), inquiry: PostingInquiry, key: ClickKey }),
    z.strictObject({ kind: z.literal('ask-inquiry'), inquiry: PostingInquiry }),
    z.strictObject({ kind: z.literal('undo-inquiry'), boardLoadId: PostedLoad.shape.boardLoadId }),
    z.strictObject({ kind: z.literal('call'), load: PostedLoad, askCents: z.optional(StatedCents) }),
    z.strictObject({ kind: z.literal('save'), load: PostedLoad }),
    z.strictObject({
      kind: z.literal('outcome'),
      load: PostedLoad,
      outcome: OutcomeKind,
      cents: z.optional(StatedCents),
    }),
    undoOutcome,
    z.strictObject({ kind: z.literal('open-load'), load: PostedLoad }),
    z.strictObject({ kind: z.literal('describe-load'), load: PostedLoad, templateId: z.string() }),
    openDashboard,
  ]),
  bridge: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('pairing-code'), code: z.string().check(z.minLength(1), z.maxLength(2000)) }),
    z.strictObject({ kind: z.literal('logged-out') }),
  ]),
  confirm: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('question') }),
    z.strictObject({ kind: z.literal('confirm-send'), inquiry: PostingInquiry }),
  ]),
  capture: CaptureRequest,
  rowQuestion: RowQuestionRequest,
  popup: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('popup-state') }),
    z.strictObject({ kind: z.literal('use-template'), templateId: z.uuid() }),
    z.strictObject({ kind: z.literal('use-truck'), truckId: z.nullable(z.uuid()) }),
    z.strictObject({
      kind: z.literal('set-outcome'),
      loadId: z.uuid(),
      outcome: OutcomeKind,
      cents: z.optional(StatedCents),
    }),
    undoOutcome,
    openDashboard,
  ]),
}
export type BoardRequest = z.infer<(typeof requests)['board']>
export type BridgeRequest = z.infer<(typeof requests)['bridge']>
export type ConfirmRequest = z.infer<(typeof requests)['confirm']>
export type PopupRequest = z.infer<(typeof requests)['popup']>

/** What the user and their team did, to be matched with the rows of a page. */
export const Marks = z.object({
  version: z.string(),
  ownUserId: z.string(),
  salt: z.string(),
  /** The newest first; empty if the page has this version. */
  marks: z.array(Mark),
})
export type Marks = z.infer<typeof Marks>

/** The response to a send: its state, or `asked` if a page of the extension asks before it. */
export const Sent = z.union([z.literal('asked'), InquiryState])

/** Whether the server counted a call. One that is `waiting` is repeated. */
export const CallResult = z.enum(['recorded', 'waiting', 'rejected'])
export type CallResult = z.infer<typeof CallResult>

/** What the server's load was before an outcome, to undo it; null if the outcome was not saved. */
export const BeforeOutcome = z.nullable(LoadBefore)

/** Whether the server did what was asked. */
export const Done = z.object({ isDone: z.boolean() })

export const BoardState = z.object({
  account: z.nullable(Account),
  /** Whether this version is too old for the server, which then tells nothing of the user. */
  isOutdated: z.boolean(),
  inquiries: InquiryStates,
  /** What the operator set for this board. */
  setting: BoardSetting,
  /** What the user did on this device, by posting id. */
  notes: z.record(z.string(), RowNote),
  marks: Marks,
})
export type BoardState = z.infer<typeof BoardState>

/** What the confirm page asks, with the account whose template it would send; null without a question. */
export const Question = z.nullable(
  z.object({
    inquiry: PostingInquiry,
    account: Account,
    /** Whether it asks because this version of the template was not sent before. */
    isFirst: z.boolean(),
    /** Whether the profile has no name for recipients to see. */
    lacksName: z.boolean(),
    /** The subject of the email, if nothing in it is missing. */
    subject: z.nullable(z.string()),
  }),
)
export type Question = z.infer<typeof Question>

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
