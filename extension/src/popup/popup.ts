import { boardsFor } from '@loadping/contract/account/board-options'
import { allowanceLevel } from '@loadping/contract/billing/plans'
import { equipmentClassNames } from '@loadping/contract/boards/equipment'
import { brand } from '@loadping/contract/brand'
import { formatDay, newYorkDay, nextNewYorkMonth } from '@loadping/contract/format/new-york-days'
import { describeDailyUse, type MailboxInUse } from '@loadping/contract/mailboxes/daily-use'
import { createAgreement } from '../access/agreement.ts'
import { boards } from '../boards/boards.ts'
import { button, element } from '../controls/element.ts'
import { type DashboardPage, openDashboard } from '../dashboard-pages.ts'
import { askWorker } from '../message.ts'
import type { Account } from '../session/account.ts'
import { boardHealthCard, isHealthy } from './board-health-card.ts'
import { boardList, type OnOff } from './board-list.ts'
import { fitOnResize, spare } from './fit.ts'
import { lastContactsCard } from './last-contacts-card.ts'
import { opening, openLink } from './opening.ts'
import { popupIcon } from './popup-icons.ts'
import { getPopupState, type PopupState, useTemplate, useTruck } from './popup-messages.ts'
import { trucksCards } from './trucks-card.ts'

const content = document.querySelector('#content')
const version = document.querySelector('#version')
if (version) version.textContent = chrome.runtime.getManifest().version
document.querySelector('#actions')?.replaceChildren(
  iconButton('dashboard', 'Open dashboard', openInDashboard('home')),
  iconButton('history', 'What left this browser', () =>
    chrome.tabs.create({ url: chrome.runtime.getURL('ledger.html') }),
  ),
  iconButton('settings', 'Settings', openInDashboard('settings')),
)
fitOnResize()
void refresh()

function refresh(): Promise<void> {
  return show(askWorker(getPopupState, {}))
}

async function show(asked: Promise<PopupState | undefined>): Promise<void> {
  const state = await asked
  const user = document.querySelector('#user')
  const refusal = state?.refusal ?? null
  if (user) user.textContent = state?.account?.email ?? (refusal === null ? 'Signed out' : '')
  const parts = state?.account
    ? await signedInParts(state.account, state)
    : refusal === null
      ? signedOutParts(state)
      : []
  content?.replaceChildren(...(refusal === null ? [] : [updateCard(refusal)]), ...parts)
  content?.setAttribute('aria-busy', 'false')
}

async function signedInParts(account: Account, state: PopupState): Promise<Node[]> {
  const all = await boardStates(state)
  const sick = all.filter((view) => view.isOn && !isHealthy(view))
  return [
    ...alertsCard(account, state, sick.length),
    ...(sick.length === 1 ? sick.map(boardHealthCard) : []),
    ...trucksCards(state),
    allowanceCard(account, state.home?.mailbox),
    element('div', { className: 'fields' }, templateField(account), ...truckFields(state)),
    ...standardsLine(account),
    lastContactsCard(state),
    boardList(all, () => void refresh()),
    element(
      'div',
      { className: 'fields' },
      ...(state.userType === 'carrier' ? [openButton('Paste a load', 'paste', '', 'paste')] : []),
      openButton('Dashboard', 'home'),
    ),
  ]
}

/** The boards of the user's business type, in its order. One that is granted works only while the user agrees to the notice. */
async function boardStates({ userType, health, confirmed }: PopupState): Promise<OnOff[]> {
  const hasAgreed = await createAgreement(chrome.storage.local).isCurrent()
  const offered = boardsFor[userType].flatMap((id) => boards.filter((board) => board.id === id))
  return Promise.all(
    offered.map(async (board) => ({
      board,
      health: health.find((one) => one.board === board.id),
      isConfirmed: confirmed.includes(board.id),
      canPaste: userType === 'carrier',
      isOn: hasAgreed && (await chrome.permissions.contains({ origins: board.matches })),
    })),
  )
}

const signedOutParts = (state: PopupState | undefined): Node[] => [
  card(
    element(
      'p',
      {},
      state
        ? `Sign in to ${brand.name} in this browser. The extension connects automatically.`
        : 'Starting up. Reopen in a moment.',
    ),
  ),
  openButton(state ? 'Sign in' : 'Open dashboard', state ? 'signIn' : 'home'),
]

const withPeriod = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const updateCard = (refusal: string): HTMLElement =>
  card(
    line(element('h2', {}, `Update ${brand.name}`), openButton('Update', 'extension')),
    element('p', {}, `${withPeriod(refusal || 'This version is too old to send')} Nothing you saved is lost.`),
  )

function allowanceCard({ emails, limitEmails }: Account, mailbox: MailboxInUse | null | undefined): HTMLElement {
  if (emails === null || limitEmails === null) return unlimitedCard(mailbox)

  const isLow = allowanceLevel(emails) !== 'accent'
  const label = `${emails}/${limitEmails} emails left`
  return card(
    line(
      element('h2', { className: emails === 0 ? 'none-text' : isLow ? 'low-text' : '' }, label),
      pageLink('Get unlimited', 'plans'),
    ),
    element('progress', { value: emails, max: limitEmails, className: isLow ? 'low' : '', ariaLabel: label }),
    element('p', spare(2), `${limitEmails} again on ${formatDay(newYorkDay(nextNewYorkMonth(new Date())))}`),
  )
}

/** Names the plan and, beside it, the lower limit of the mailbox that sends. */
function unlimitedCard(mailbox: MailboxInUse | null | undefined): HTMLElement {
  if (!mailbox) return card(element('h2', {}, 'Unlimited emails on your plan'))
  const { limit, used, level } = describeDailyUse(mailbox)
  const className = { accent: '', warning: 'low-text', danger: 'none-text' }[level]
  return card(
    line(
      element('h2', { className }, used),
      ...(level === 'accent' ? [] : [pageLink('Connect another mailbox', 'connect')]),
    ),
    element('p', {}, `${limit}. Unlimited on your plan`),
  )
}

/** Says in one card what needs the user, each with the one thing to do. */
function alertsCard({ needAttention }: Account, { home }: PopupState, sickBoards: number): HTMLElement[] {
  const waiting = home?.emails.waiting ?? 0
  const alert = (isBad: boolean, text: string, action: HTMLElement) =>
    line(element('h2', { className: isBad ? 'none-text' : 'low-text' }, text), action)
  const emails = (count: number, one: string, several: string) =>
    count === 1 ? `1 email ${one}` : `${count} emails ${several}`
  const lines = [
    ...(home?.mailbox === null ? [alert(true, 'No mailbox connected', pageLink('Connect', 'connect'))] : []),
    ...(needAttention > 0
      ? [alert(true, emails(needAttention, 'needs attention', 'need attention'), pageLink('Review', 'attention'))]
      : []),
    ...(waiting > 0
      ? [alert(false, emails(waiting, 'waits to send', 'wait to send'), pageLink('See why', 'waiting'))]
      : []),
    ...(sickBoards > 1 ? [alert(false, `${sickBoards} boards lack fields`, button('Show', 'link', showBoards))] : []),
  ]
  return lines.length > 0 ? [element('section', { className: 'card alerts' }, ...lines)] : []
}

function showBoards(): void {
  const list = document.querySelector<HTMLDetailsElement>('details.boards')
  if (list) Object.assign(list, { open: true, hidden: false })
  list?.querySelector('summary')?.focus()
}

function templateField({ templates }: Account): HTMLElement {
  const current = templates.find(({ isDefault }) => isDefault)
  return select(
    'Template',
    [
      ...(current ? [] : [{ value: '', text: 'None yet' }]),
      ...templates.map(({ id, name }) => ({ value: id, text: name })),
    ],
    current?.id ?? '',
    (templateId) => templateId && show(askWorker(useTemplate, { templateId })),
  )
}

/** Names what is sent instead of the Default template, and for which equipment. */
function standardsLine({ templates }: Account): HTMLElement[] {
  const standards = templates.flatMap(({ name, equipment = [] }) =>
    equipment.length > 0 ? [`${equipment.map((each) => equipmentClassNames[each]).join(', ')}: ${name}`] : [],
  )
  if (standards.length === 0) return []
  const parts = standards.map((standard) => element('span', {}, standard))
  return [element('p', { className: 'standards', title: standards.join('\n'), ...spare(3) }, ...parts)]
}

function truckFields({ trucks }: PopupState): HTMLElement[] {
  if (trucks.length === 0) return []
  const current = trucks.find(({ isCurrent }) => isCurrent)
  return [
    select(
      'Truck',
      [
        { value: '', text: 'No truck' },
        ...trucks.map(({ id, name, place }) => ({ value: id, text: place ? `${name}, ${place.city}` : name })),
      ],
      current?.id ?? '',
      (truckId) => show(askWorker(useTruck, { truckId: truckId || null })),
    ),
  ]
}

function select(
  label: string,
  options: { value: string; text: string }[],
  value: string,
  onChoose: (value: string) => unknown,
): HTMLElement {
  const field = element(
    'select',
    { title: options.find((option) => option.value === value)?.text ?? '' },
    ...options.map((option) =>
      element('option', { value: option.value, selected: option.value === value }, option.text),
    ),
  )
  field.addEventListener('change', () => {
    field.disabled = true
    void onChoose(field.value)
  })
  return element('label', { className: 'field' }, label, field, popupIcon('chevron'))
}

function openButton(label: string, page: DashboardPage, className = 'primary', icon?: 'paste'): HTMLElement {
  return opening(
    element('button', { type: 'button', className }, ...(icon ? [popupIcon(icon)] : []), label),
    openInDashboard(page),
  )
}

function iconButton(
  icon: 'dashboard' | 'history' | 'settings',
  label: string,
  open: () => Promise<unknown>,
): HTMLElement {
  const button = element('button', { type: 'button', className: 'icon-button', title: label, ariaLabel: label })
  button.append(popupIcon(icon))
  return opening(button, open)
}

const pageLink = (label: string, page: DashboardPage): HTMLElement => openLink(label, openInDashboard(page))

function openInDashboard(page: DashboardPage): () => Promise<unknown> {
  return () => askWorker(openDashboard, { page })
}

const card = (...children: Node[]): HTMLElement => element('section', { className: 'card' }, ...children)
const line = (...children: (Node | string)[]): HTMLElement => element('div', { className: 'line' }, ...children)
