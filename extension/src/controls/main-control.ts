import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { brand } from '@loadping/contract/brand'
import type { Mark } from '@loadping/contract/extension/marks'
import { formatAgo, formatShortAge } from '@loadping/contract/format/ages'
import { formatMoney } from '@loadping/contract/format/money'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import type { InquiryState } from '../inquiries/inquiry-state.ts'
import { firstName } from '../row-memory/phrases.ts'
import type { Account } from '../session/account.ts'
import type { MainControl, RowFacts } from './row-view.ts'
import { askWords, describeSend, recipientOf } from './template-ask.ts'

type Template = Account['templates'][number]

/** Returns the control that emails, or shows what became of it. */
export function mainControl(facts: RowFacts, defaultTemplate: Template | undefined): MainControl | undefined {
  const { load, account, isOutdated, inquiry, marks, ownUserId, isOwnPosting } = facts
  if (!account) return isOutdated ? update : signIn
  const used = account.templates.find(({ id }) => id === inquiry?.templateId) ?? defaultTemplate
  const accepted = acceptedControl(inquiry, load, used?.name ?? 'Default', facts)
  if (accepted) return accepted
  const mark = marks.find(({ type, userId }) => type === 'EMAIL' || (type === 'PHONE' && userId !== ownUserId))
  const canEmail = load.contactEmail !== undefined && (account.userType !== 'broker' || isOwnPosting)
  if (!canEmail) return mark && markControl(mark, facts, undefined)

  if (account.emails === 0) return noEmailsLeft(inquiry)
  if (inquiry?.state === 'signed-out') return signIn
  if (!defaultTemplate || !used) return addTemplate
  if (inquiry?.state === 'not-allowed' && !account.accountVerified) return verifyEmail(inquiry)
  const resend = resendControl(inquiry, used, load, account.userType === 'broker')
  if (resend) return resend
  if (mark && !inquiry) return markControl(mark, facts, defaultTemplate)
  const title = describeSend(defaultTemplate, load, account.userType === 'broker')
  return { label: 'Email', icon: 'mail', tone: 'rest', title, action: { send: defaultTemplate.id } }
}

/** Shows who emailed or called about the load before, and asks before another email. */
function markControl(
  mark: Mark,
  { load, account, ownUserId, now }: RowFacts,
  template: Template | undefined,
): MainControl {
  const isOwn = mark.userId === ownUserId
  const who = isOwn ? 'You' : mark.name
  const [asks] = askWords(account?.userType === 'broker')
  const asking = mark.askCents ? `, ${asks} ${formatMoney(mark.askCents)}` : ''
  const did = mark.type === 'EMAIL' ? 'emailed' : 'called'
  const question = `${who} ${did} about this load ${formatAgo(new Date(mark.at), now)}${asking}.`
  const again = isOwn ? 'again' : 'as well'
  const risen = isOwn && account?.userType === 'carrier' ? risenRate(load, mark) : undefined
  return {
    ...(isOwn
      ? risen
        ? { label: `Now ${risen}`, icon: 'alert', tone: 'warning' }
        : { label: 'Emailed', icon: 'check', tone: 'good' }
      : {
          label: `${firstName(mark.name)}, ${formatShortAge(new Date(mark.at), now)}`,
          icon: 'users',
          tone: 'warning',
        }),
    title: `${question}${risen ? ` The rate rose to ${risen}.` : ''}${template ? ` Click to email ${again}.` : ''}`,
    ...(template && { action: { confirm: template.id, question: `${question} Email ${again}?` } }),
  }
}

/** Returns the posted rate if it rose above what was asked. */
function risenRate(load: PostedLoad, { askCents, postedCents }: Mark): string | undefined {
  const posted = postedTotalCents(load)
  return posted && askCents && posted > Math.max(askCents, postedCents ?? 0) ? formatMoney(posted) : undefined
}

/** For an inquiry that is being sent, was sent or may have been sent. */
function acceptedControl(
  inquiry: InquiryState | undefined,
  load: PostedLoad,
  templateName: string,
  { account, marks, ownUserId, now }: RowFacts,
): MainControl | undefined {
  const recipient = recipientOf(load)
  const reason = inquiry?.reason ?? ''
  if (inquiry?.state === 'sending')
    return { label: 'Sending', icon: 'spinner', tone: 'busy', title: `Sending to ${recipient}` }
  if (inquiry?.state === 'waiting')
    return { label: 'Waiting to send', icon: 'spinner', tone: 'warning', title: reason, problem: reason }
  if (inquiry?.state === 'queued') {
    const title = `${reason || `Sending to ${recipient}.`} Click to undo.`
    const seconds = secondsToUndo(inquiry, now)
    const { waits } = inquiry
    if (waits && !seconds) {
      const action = { tell: true } as const
      return { label: waits.label, icon: 'alert', tone: 'warning', title: `${waits.title}. ${waits.until}`, action }
    }
    const label = seconds ? `Undo ${seconds}` : 'Undo'
    return { label, icon: 'undo', tone: 'busy', title, action: { undo: true } }
  }
  if (inquiry?.state === 'sent') {
    const title = `Sent to ${recipient} with “${templateName}”`
    const mark = marks.find(({ type, userId }) => type === 'EMAIL' && userId === ownUserId)
    const risen = mark && account?.userType === 'carrier' ? risenRate(load, mark) : undefined
    if (!risen) return { label: 'Sent', icon: 'check', tone: 'good', title }
    const rose = `The rate rose to ${risen}, above what you asked.`
    return { label: `Now ${risen}`, icon: 'alert', tone: 'warning', title: `${title}. ${rose}`, problem: rose }
  }
  if (inquiry?.state === 'unknown')
    return { label: 'May have been sent', icon: 'alert', tone: 'warning', title: reason, problem: reason }
  return undefined
}

/** The seconds that are left to undo, unless the email waits longer for another reason. */
export function secondsToUndo({ dueAt }: InquiryState, now: Date): number | undefined {
  const seconds = Math.ceil((Date.parse(dueAt ?? '') - now.getTime()) / 1000)
  return seconds <= 9 ? Math.max(1, seconds) : undefined
}

/** For an inquiry that was not sent and can be sent again. */
function resendControl(
  inquiry: InquiryState | undefined,
  template: Template,
  load: PostedLoad,
  isBroker: boolean,
): MainControl | undefined {
  if (!inquiry) return undefined
  const { state, reason = '', changed = 'ask', missing = [], values } = inquiry
  const { id } = template
  const description = describeSend(template, load, isBroker)
  if (state === 'contacted') {
    const action = { confirm: id, question: reason, values }
    return { label: 'Contacted', icon: 'alert', tone: 'warning', title: `${reason} Click to email again.`, action }
  }
  if (state === 'suspicious') {
    const action = { confirm: id, question: reason, values }
    return { label: 'Check email', icon: 'alert', tone: 'bad', title: `${reason} Click to decide.`, action }
  }
  if (state === 'changed')
    return {
      label: `New ${changed === 'ask' ? askWords(isBroker)[1] : changed}`,
      icon: 'alert',
      tone: 'warning',
      title: `${reason} Click to send it like this.`,
      problem: reason,
      action: { send: id, values },
    }
  if (state === 'failed' || state === 'not-allowed' || state === 'limit') {
    const title = `${reason} Click to try again. ${description}`.trim()
    return { label: 'Not sent', icon: 'alert', tone: 'bad', title, problem: reason, action: { send: id, values } }
  }
  if (state === 'missing') {
    const title = `Some details are missing. ${description}`
    return { label: 'Email', icon: 'mail', tone: 'warning', title, action: { fill: id, missing, values } }
  }
  return undefined
}

function noEmailsLeft(inquiry: InquiryState | undefined): MainControl {
  const { reason = '' } = inquiry?.state === 'limit' ? inquiry : { reason: 'You have no emails left this month.' }
  const title = `${reason} Click to see plans.`
  return { label: '0 left', icon: 'lock', tone: 'bad', title, problem: reason, action: { open: 'plans' } }
}

function verifyEmail({ reason = '' }: InquiryState): MainControl {
  const title = `${reason} Opens your dashboard.`
  return {
    label: 'Verify email',
    icon: 'alert',
    tone: 'warning',
    title,
    problem: reason,
    action: { open: 'verifyEmail' },
  }
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

const update: MainControl = {
  label: 'Update',
  icon: 'alert',
  tone: 'warning',
  title: `This version of ${brand.name} is too old to send. Opens the page with the new one`,
  action: { open: 'extension' },
}
