import { brand } from '@loadping/contract/brand'
import type { Inquiry } from '@loadping/contract/emails'
import type { PostedLoad } from '@loadping/contract/loads'
import { chipAskCents, fillMessage, valuesOf } from '@loadping/contract/rules/placeholders'
import { formatMoney, postedTotalCents } from '@loadping/contract/rules/rate-formula'
import type { InquiryState } from '../inquiry/inquiry-state.ts'
import type { Account, DashboardPage } from '../messages.ts'

export type RowAction =
  | { send: string; values?: Inquiry['values'] }
  | { ask: string; missing: string[]; values?: Inquiry['values'] }
  | { confirm: string; question: string; values?: Inquiry['values'] }
  | { undo: true }
  | { open: DashboardPage }
export type Choice = { templateId: string; name: string; title: string }

/** What the controls of one row show, and what a click on them does. */
export type RowView = {
  /** Only where the board shows none. */
  perMile?: string
  price?: { text: string; tone: 'rest' | 'none' | 'sent' }
  main?: {
    label: string
    icon: 'mail' | 'check' | 'lock' | 'alert' | 'sign-in' | 'spinner' | 'undo'
    tone: 'rest' | 'good' | 'busy' | 'bad' | 'warning'
    title: string
    action?: RowAction
  }
  /** The other templates. */
  choices: Choice[]
}

type Facts = { load: PostedLoad; account: Account | null; inquiry: InquiryState | undefined; showsRatePerMile: boolean }
type Template = Account['templates'][number]

export function getRowView({ load, account, inquiry, showsRatePerMile }: Facts): RowView {
  const perMile = showsRatePerMile ? undefined : formatRatePerMile(load)
  const common = { ...(perMile && { perMile }), choices: [] }
  if (!account) return { ...common, main: signIn }

  const defaultTemplate = account.templates.find(({ isDefault }) => isDefault) ?? account.templates[0]
  const accepted = inquiry?.state === 'sent' || inquiry?.state === 'queued' ? inquiry : undefined
  const ask = accepted ? accepted.askCents : defaultTemplate && priceFor(defaultTemplate, load)
  const price = ask
    ? ({ text: formatMoney(ask), tone: accepted ? 'sent' : 'rest' } as const)
    : ({ text: accepted ? 'No price' : 'No rate', tone: 'none' } as const)
  const main = mainOf({ load, account, inquiry, defaultTemplate })
  const isOpen = main?.action !== undefined && !('open' in main.action) && !('undo' in main.action)
  const others = isOpen ? account.templates.filter((template) => template !== defaultTemplate) : []
  return {
    ...common,
    price,
    ...(main && { main }),
    choices: others.map((template) => ({
      templateId: template.id,
      name: template.name,
      title: titleOf(template, load),
    })),
  }
}

function mainOf({
  load,
  account,
  inquiry,
  defaultTemplate,
}: Omit<Facts, 'showsRatePerMile' | 'account'> & {
  account: Account
  defaultTemplate: Template | undefined
}): RowView['main'] {
  const used = account.templates.find(({ id }) => id === inquiry?.templateId) ?? defaultTemplate
  const reason = inquiry?.reason ?? ''
  const recipient = load.contactEmail ?? 'the broker'
  if (inquiry?.state === 'sending')
    return { label: 'Sending', icon: 'spinner', tone: 'busy', title: `Sending to ${recipient}` }
  if (inquiry?.state === 'queued')
    return {
      label: 'Undo',
      icon: 'undo',
      tone: 'busy',
      title: `${reason || `On its way to ${recipient}.`} Press to take it back.`,
      action: { undo: true },
    }
  if (inquiry?.state === 'sent')
    return {
      label: 'Sent',
      icon: 'check',
      tone: 'good',
      title: `Sent to ${recipient} with “${used?.name ?? 'Default'}”`,
    }
  if (inquiry?.state === 'unknown')
    return { label: 'May have been sent', icon: 'alert', tone: 'warning', title: reason }
  if (!load.contactEmail) return undefined
  if (account.emails === 0) {
    const words = inquiry?.state === 'limit' ? reason : 'You have no emails left this month.'
    return {
      label: '0 left',
      icon: 'lock',
      tone: 'bad',
      title: `${words} Press to see the plans.`,
      action: { open: 'plans' },
    }
  }
  if (inquiry?.state === 'signed-out') return signIn
  if (!defaultTemplate || !used)
    return {
      label: 'Add template',
      icon: 'mail',
      tone: 'rest',
      title: 'Write a template first. Opens your dashboard.',
      action: { open: 'templates' },
    }
  if (inquiry?.state === 'not-allowed' && !account.accountVerified)
    return {
      label: 'Verify email',
      icon: 'alert',
      tone: 'warning',
      title: `${reason} Opens your dashboard.`,
      action: { open: 'verifyEmail' },
    }
  if (inquiry?.state === 'contacted') {
    const action = { confirm: used.id, question: reason, values: inquiry.values }
    return { label: 'Contacted', icon: 'alert', tone: 'warning', title: `${reason} Press to write again.`, action }
  }
  if (inquiry?.state === 'failed' || inquiry?.state === 'not-allowed' || inquiry?.state === 'limit') {
    const action = { send: used.id, values: inquiry.values }
    return {
      label: 'Not sent',
      icon: 'alert',
      tone: 'bad',
      title: `${reason} Press to try again. ${titleOf(used, load)}`.trim(),
      action,
    }
  }
  if (inquiry?.state === 'missing') {
    const action = { ask: used.id, missing: inquiry.missing ?? [], values: inquiry.values }
    return {
      label: 'Email',
      icon: 'mail',
      tone: 'warning',
      title: `Values are missing. ${titleOf(used, load)}`,
      action,
    }
  }
  return {
    label: 'Email',
    icon: 'mail',
    tone: 'rest',
    title: titleOf(defaultTemplate, load),
    action: { send: defaultTemplate.id },
  }
}

const signIn: NonNullable<RowView['main']> = {
  label: 'Sign in',
  icon: 'sign-in',
  tone: 'rest',
  title: `Sign in to ${brand.name} to email about this load`,
  action: { open: 'signIn' },
}

function titleOf(template: Template, load: PostedLoad): string {
  const message = fillMessage(template, valuesOf(load, {}))
  const ask = 'subject' in message ? message.askCents : priceFor(template, load)
  return `Email ${load.contactEmail ?? ''} with “${template.name}”${ask ? `, asking ${formatMoney(ask)}` : ', without a price'}`
}

/** The price chip: the first formula of the template, else the posted rate (D4.2). */
const priceFor = ({ subject, template }: Template, load: PostedLoad): number | undefined =>
  chipAskCents(`${subject}\n${template}`, valuesOf(load, {}))

function formatRatePerMile(load: PostedLoad): string | undefined {
  const total = postedTotalCents(load)
  return total && load.tripMiles ? `$${(total / load.tripMiles / 100).toFixed(2)}/mi` : undefined
}
