import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { formatShortAge } from '@loadping/contract/format/ages'
import { formatMoney, formatPerMile } from '@loadping/contract/format/money'
import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import { askOf } from '@loadping/contract/templates/template-ask'
import { templateForLoad } from '@loadping/contract/templates/template-for-load'
import type { DashboardPage } from '../dashboard-pages.ts'
import type { InquiryState } from '../inquiries/inquiry-state.ts'
import { teamMark } from '../row-memory/phrases.ts'
import type { RowNote } from '../row-memory/row-note.ts'
import type { Account } from '../session/account.ts'
import type { Mark } from '../session/marks.ts'
import type { IconName } from './element.ts'
import { mainControl } from './main-control.ts'
import { askWords, describeSend } from './template-ask.ts'

/** What a click does. `send`, `fill` and `confirm` hold the id of the template to send; `tell` shows the toast again. */
export type RowAction =
  | { send: string; values?: PostingInquiry['values'] }
  | { fill: string; missing: string[]; values?: PostingInquiry['values'] }
  | { confirm: string; question: string; values?: PostingInquiry['values'] }
  | { undo: true }
  | { tell: true }
  | { open: Extract<DashboardPage, 'signIn' | 'templates' | 'plans' | 'verifyEmail' | 'extension'> }

/** One control, with what a click on it does, if anything. */
export type Control<Action> = {
  label: string
  icon: IconName
  tone: 'rest' | 'good' | 'busy' | 'bad' | 'warning' | 'called' | 'saved'
  title: string
  action?: Action
}
export type MainControl = Control<RowAction> & {
  /** Why the email is not on its way, for the card. */
  problem?: string
}

/** What the controls of one row show. */
export type RowView = {
  /** Only where the board shows none. */
  perMile?: { text: string; title: string }
  ask?: { text: string; tone: 'rest' | 'none' | 'sent'; title?: string }
  main?: MainControl
  /** Its action is the telephone number. */
  call?: Control<string>
  save?: Control<'save'>
}

export type RowFacts = {
  load: PostedLoad
  account: Account | null
  /** Whether this version is too old for the server. */
  isOutdated: boolean
  inquiry: InquiryState | undefined
  /** What the user did about the load on this device. */
  note: RowNote | undefined
  /** What the user and their team did about it, the newest first. */
  marks: readonly Mark[]
  ownUserId: string | undefined
  showsRatePerMile: boolean
  /** The posted rate, if it is in Canadian dollars. */
  canadianRate?: string | undefined
  /** Whether the row is a carrier beside a posting of the user's own. */
  isOwnPosting: boolean
  now: Date
}
type Template = Account['templates'][number]

export function getRowView(facts: RowFacts): RowView {
  const { load, account, inquiry, showsRatePerMile } = facts
  const isRested = !inquiry || inquiry.state === 'undone' // else its label may need the room
  const perMile = showsRatePerMile || !isRested ? undefined : ratesPerMile(load)
  if (!account) return { ...(perMile && { perMile }), main: mainControl(facts, undefined) as MainControl }

  const template = templateForLoad(account.templates, load)
  const main = mainControl(facts, template)
  const call = callControl(facts)
  return {
    ...(perMile && { perMile }),
    ask: priceChip(facts, template),
    ...(main && { main }),
    ...(call && { call }),
    ...(account.userType === 'carrier' && { save: saveControl(facts) }),
  }
}

function priceChip(
  { load, account, inquiry, canadianRate }: RowFacts,
  template: Template | undefined,
): NonNullable<RowView['ask']> {
  const accepted = inquiry?.state === 'sent' || inquiry?.state === 'queued'
  const stated = accepted || inquiry?.state === 'changed' ? inquiry : undefined
  const askCents = stated ? stated.askCents : template && askOf(template, load).chipCents
  if (askCents) return { text: formatMoney(askCents), tone: accepted ? 'sent' : 'rest' }
  if (canadianRate)
    return {
      text: canadianRate,
      tone: 'none',
      title: 'Posted in Canadian dollars. Asks are computed in US dollars only',
    }
  return {
    text: postedTotalCents(load) ? `No ${askWords(account?.userType === 'broker')[1]}` : 'No rate',
    tone: 'none',
  }
}

/** A board's telephone number that can be dialed. */
export const dialed = (phone: string | undefined): string | undefined => {
  const number = phone?.replace(/\s*(?:x|ext\.?)\s*/i, ';ext=').replace(/[^\d+;=a-z]/gi, '')
  return number && /^\+?\d{7,15}(;ext=\d{1,6})?$/.test(number) ? number : undefined
}

function callControl({ load, note, marks, ownUserId, now }: RowFacts): Control<string> | undefined {
  const number = dialed(load.phone)
  const calledAt = note?.calledAt ?? marks.find(({ type, userId }) => type === 'PHONE' && userId === ownUserId)?.at
  const due = marks.find(({ isDue }) => isDue)
  const action = number && { action: number }
  // A call of this device counts before the server says so.
  if (due && !(note?.calledAt && note.calledAt > due.at))
    return {
      label: 'Call due',
      icon: 'phone',
      tone: 'warning',
      title: `No answer yet${number ? `. Call ${load.phone}` : ''}`,
      ...action,
    }
  if (!number && !calledAt) return undefined
  if (!calledAt) return { label: 'Call', icon: 'phone', tone: 'rest', title: `Call ${load.phone}`, ...action }
  const title = `You called ${formatShortAge(new Date(calledAt), now)} ago${number ? '. Call again' : ''}`
  return { label: 'Called', icon: 'phone-call', tone: 'called', title, ...action }
}

/** An email or call saves its load, too, which stays saved when the email is undone or fails. */
function saveControl({ inquiry, note, marks, ownUserId, now }: RowFacts): Control<'save'> {
  const isAccepted = inquiry?.emailId !== undefined
  const isKnown = note?.savedAt !== undefined || note?.loadId !== undefined
  if (isAccepted || isKnown || marks.some(({ userId }) => userId === ownUserId)) return savedControl
  const mark = teamMark(marks, ownUserId, ['SAVED'])
  const by = mark ? `. ${mark.name} saved it ${formatShortAge(new Date(mark.at), now)} ago` : ''
  return { label: 'Save', icon: 'bookmark', tone: 'rest', title: `Save this load in My loads${by}`, action: 'save' }
}

const savedControl: Control<'save'> = {
  label: 'Saved',
  icon: 'bookmark-check',
  tone: 'saved',
  title: 'This load is in My loads',
}

export type Choice = { templateId: string; name: string; title: string }

/** The templates that a row can send beside the one of its button. */
export const choicesFor = (account: Account, load: PostedLoad): Choice[] =>
  account.templates
    .filter((template) => template !== templateForLoad(account.templates, load))
    .map((template) => ({
      templateId: template.id,
      name: template.name,
      title: describeSend(template, load, account.userType === 'broker'),
    }))

/** Returns what a click with this template sends, as the row shows it. */
export function expectedAsk(
  { load, account, inquiry }: Pick<RowFacts, 'load' | 'account' | 'inquiry'>,
  templateId: string,
  values: PostingInquiry['values'],
): PostingInquiry['expected'] {
  const { state, askCents = null, templateVersion } = inquiry ?? {}
  if (state === 'changed' && inquiry?.templateId === templateId && templateVersion !== undefined)
    return { askCents, templateVersion }
  const template = account?.templates.find(({ id }) => id === templateId)
  return template && { askCents: askOf(template, load, values).statedCents ?? null, templateVersion: template.version }
}

/** The posted rate per loaded mile and, where the deadhead is known, per mile in all. */
function ratesPerMile(load: PostedLoad): RowView['perMile'] {
  const total = postedTotalCents(load)
  const { tripMiles, deadheadMiles } = load
  if (!total || !tripMiles) return undefined
  const loaded = formatPerMile(total, tripMiles)
  if (!deadheadMiles) return { text: `${loaded}/mi`, title: 'Posted rate per loaded mile' }
  const all = formatPerMile(total, tripMiles + deadheadMiles)
  return { text: `${loaded}/mi`, title: `Posted rate per loaded mile. With the deadhead: ${all}/mi` }
}
