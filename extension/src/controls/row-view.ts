import { brand } from '@loadping/contract/brand'
import type { PostingInquiry } from '@loadping/contract/emails'
import type { PostedLoad } from '@loadping/contract/loads'
import { chipAskCents, fillMessage, usedSnippets, valuesOf } from '@loadping/contract/rules/placeholders'
import { formatMoney, formatPerMile, postedTotalCents } from '@loadping/contract/rules/rate-formula'
import type { InquiryState } from '../inquiry/inquiry-state.ts'
import type { Account, DashboardPage } from '../messages.ts'

/** What a click does. `send`, `fill` and `confirm` hold the id of the template to send. */
export type RowAction =
  | { send: string; values?: PostingInquiry['values'] }
  | { fill: string; missing: string[]; values?: PostingInquiry['values'] }
  | { confirm: string; question: string; values?: PostingInquiry['values'] }
  | { undo: true }
  | { open: DashboardPage }
export type Choice = { templateId: string; name: string; title: string }

/** The state of one row's inquiry, with what a click on it does, if anything. */
export type MainControl = {
  label: string
  icon: 'mail' | 'check' | 'lock' | 'alert' | 'sign-in' | 'spinner' | 'undo'
  tone: 'rest' | 'good' | 'busy' | 'bad' | 'warning'
  title: string
  action?: RowAction
}

/** What the controls of one row show. */
export type RowView = {
  /** Only where the board shows none. */
  perMile?: string
  ask?: { text: string; tone: 'rest' | 'none' | 'sent' }
  main?: MainControl
  /** The other templates. */
  choices: Choice[]
}

type RowFacts = {
  load: PostedLoad
  account: Account | null
  inquiry: InquiryState | undefined
  showsRatePerMile: boolean
}
type Template = Account['templates'][number]

export function getRowView({ load, account, inquiry, showsRatePerMile }: RowFacts): RowView {
  const perMile = showsRatePerMile ? undefined : formatRatePerMile(load)
  const common = { ...(perMile && { perMile }), choices: [] }
  if (!account) return { ...common, main: signIn }

  const defaultTemplate = account.templates.find(({ isDefault }) => isDefault) ?? account.templates[0]
  const accepted = inquiry?.state === 'sent' || inquiry?.state === 'queued' ? inquiry : undefined
  const stated = accepted ?? (inquiry?.state === 'changed' ? inquiry : undefined)
  const askCents = stated ? stated.askCents : defaultTemplate && askCentsOf(defaultTemplate, load)
  const ask = askCents
    ? ({ text: formatMoney(askCents), tone: accepted ? 'sent' : 'rest' } as const)
    : ({ text: stated ? 'No ask' : 'No rate', tone: 'none' } as const)
  const main = mainControl({ load, account, inquiry, defaultTemplate })
  const canSend = main?.action !== undefined && !('open' in main.action) && !('undo' in main.action)
  const others = canSend ? account.templates.filter((template) => template !== defaultTemplate) : []
  return {
    ...common,
    ask,
    ...(main && { main }),
    choices: others.map((template) => ({
      templateId: template.id,
      name: template.name,
      title: describeSend(template, load),
    })),
  }
}

type MainFacts = {
  load: PostedLoad
  account: Account
  inquiry: InquiryState | undefined
  defaultTemplate: Template | undefined
}

function mainControl({ load, account, inquiry, defaultTemplate }: MainFacts): MainControl | undefined {
  const used = account.templates.find(({ id }) => id === inquiry?.templateId) ?? defaultTemplate
  const accepted = acceptedControl(inquiry, load.contactEmail ?? 'the broker', used?.name ?? 'Default')
  if (accepted || !load.contactEmail) return accepted

  if (account.emails === 0) return noEmailsLeft(inquiry)
  if (inquiry?.state === 'signed-out') return signIn
  if (!defaultTemplate || !used) return addTemplate
  if (inquiry?.state === 'not-allowed' && !account.accountVerified) return verifyEmail(inquiry)
  return (
    resendControl(inquiry, used, load) ?? {
      label: 'Email',
      icon: 'mail',
      tone: 'rest',
      title: describeSend(defaultTemplate, load),
      action: { send: defaultTemplate.id },
    }
  )
}

/** For an inquiry that is being sent, was sent or may have been sent. */
function acceptedControl(
  inquiry: InquiryState | undefined,
  recipient: string,
  templateName: string,
): MainControl | undefined {
  const reason = inquiry?.reason ?? ''
  if (inquiry?.state === 'sending')
    return { label: 'Sending', icon: 'spinner', tone: 'busy', title: `Sending to ${recipient}` }
  if (inquiry?.state === 'queued') {
    const title = `${reason || `Sending to ${recipient}.`} Click to undo.`
    return { label: 'Undo', icon: 'undo', tone: 'busy', title, action: { undo: true } }
  }
  if (inquiry?.state === 'sent')
    return { label: 'Sent', icon: 'check', tone: 'good', title: `Sent to ${recipient} with “${templateName}”` }
  if (inquiry?.state === 'unknown')
    return { label: 'May have been sent', icon: 'alert', tone: 'warning', title: reason }
  return undefined
}

/** For an inquiry that was not sent and can be sent again. */
function resendControl(
  inquiry: InquiryState | undefined,
  template: Template,
  load: PostedLoad,
): MainControl | undefined {
  const { state, reason = '', missing = [], values } = inquiry ?? {}
  const { id } = template
  const description = describeSend(template, load)
  if (state === 'contacted') {
    const action = { confirm: id, question: reason, values }
    return { label: 'Contacted', icon: 'alert', tone: 'warning', title: `${reason} Click to email again.`, action }
  }
  if (state === 'changed')
    return {
      label: 'Changed',
      icon: 'alert',
      tone: 'warning',
      title: `${reason} Click to send it like this.`,
      action: { send: id, values },
    }
  if (state === 'failed' || state === 'not-allowed' || state === 'limit') {
    const title = `${reason} Click to try again. ${description}`.trim()
    return { label: 'Not sent', icon: 'alert', tone: 'bad', title, action: { send: id, values } }
  }
  if (state === 'missing') {
    const title = `Some details are missing. ${description}`
    return { label: 'Email', icon: 'mail', tone: 'warning', title, action: { fill: id, missing, values } }
  }
  return undefined
}

function noEmailsLeft(inquiry: InquiryState | undefined): MainControl {
  const reason = inquiry?.state === 'limit' ? inquiry.reason : 'You have no emails left this month.'
  const title = `${reason ?? ''} Click to see plans.`
  return { label: '0 left', icon: 'lock', tone: 'bad', title, action: { open: 'plans' } }
}

function verifyEmail({ reason = '' }: InquiryState): MainControl {
  const title = `${reason} Opens your dashboard.`
  return { label: 'Verify email', icon: 'alert', tone: 'warning', title, action: { open: 'verifyEmail' } }
}

const addTemplate: MainControl = {
  label: 'Add template',
  icon: 'mail',
  tone: 'rest',
  title: 'Create a template first. Opens your dashboard.',
  action: { open: 'templates' },
}

const signIn: MainControl = {
  label: 'Sign in',
  icon: 'sign-in',
  tone: 'rest',
  title: `Sign in to ${brand.name} to email about this load`,
  action: { open: 'signIn' },
}

function describeSend(template: Template, load: PostedLoad): string {
  const askCents = sentAskCents(template, load)
  const asking = askCents ? `, asking ${formatMoney(askCents)}` : ', with no ask'
  return `Email ${load.contactEmail ?? ''} with “${template.name}”${asking}`
}

/** Stands for any profile: the extension does not know it, and an ask does not depend on its values. */
const anyProfile = { mc: '-', dot: '-', phone: '-', company: '-', signature: '-', truckLocation: '-' }

/** Returns what the email would ask for, if anything. */
function sentAskCents(template: Template, load: PostedLoad, values: PostingInquiry['values'] = {}): number | undefined {
  const snippets = Object.fromEntries(usedSnippets(template).map((name) => [name, '-']))
  const message = fillMessage(template, valuesOf(load, { ...anyProfile, snippets }, values))
  return ('subject' in message ? message.askCents : askCentsOf(template, load)) ?? undefined
}

/** Returns what a click with this template sends, as the row shows it. */
export function expectedAsk(
  { load, account, inquiry }: Omit<RowFacts, 'showsRatePerMile'>,
  templateId: string,
  values: PostingInquiry['values'],
): PostingInquiry['expected'] {
  const { state, askCents = null, templateVersion } = inquiry ?? {}
  if (state === 'changed' && inquiry?.templateId === templateId && templateVersion !== undefined)
    return { askCents, templateVersion }
  const template = account?.templates.find(({ id }) => id === templateId)
  return template && { askCents: sentAskCents(template, load, values) ?? null, templateVersion: template.version }
}

/** Returns the template's first rate formula for this load, else the posted rate. */
const askCentsOf = ({ subject, template }: Template, load: PostedLoad): number | undefined =>
  chipAskCents(`${subject}\n${template}`, valuesOf(load, {}))

function formatRatePerMile(load: PostedLoad): string | undefined {
  const total = postedTotalCents(load)
  return total && load.tripMiles ? `${formatPerMile(total, load.tripMiles)}/mi` : undefined
}
