import { brand } from '@loadping/contract/brand'
import { allowanceLevel } from '@loadping/contract/rules/plans'
import * as z from 'zod/mini'
import { sendToBackground } from '../background-client.ts'
import type { Board } from '../boards/board.ts'
import { boards } from '../boards/boards.ts'
import { element } from '../controls/element.ts'
import { type Account, type DashboardPage, PopupState } from '../messages.ts'

const content = document.querySelector('#content')
const version = document.querySelector('#version')
if (version) version.textContent = chrome.runtime.getManifest().version
void show()

async function show(): Promise<void> {
  const state = await sendToBackground({ kind: 'popup-state' }, PopupState)
  const parts = state?.account ? await partsFor(state.account, state) : signedOutParts(state !== undefined)
  const user = document.querySelector('#user')
  if (user) user.textContent = state?.account?.email ?? 'Signed out'
  content?.replaceChildren(...parts)
  content?.setAttribute('aria-busy', 'false')
}

async function partsFor(account: Account, state: PopupState): Promise<Node[]> {
  const defaultTemplate = account.templates.find(({ isDefault }) => isDefault)?.name ?? 'None yet'
  return [
    ...attentionCards(account),
    allowanceCard(account),
    card(line('One-click template', element('b', {}, defaultTemplate))),
    card(line('Today', element('b', {}, formatToday(state)))),
    ...(await Promise.all(boards.map(boardCard))),
    openButton('Open dashboard', 'home'),
  ]
}

const signedOutParts = (isReady: boolean): Node[] => [
  card(
    element(
      'p',
      {},
      isReady
        ? `Sign in to ${brand.name} in this browser. The extension connects automatically.`
        : 'Starting up. Reopen in a moment.',
    ),
  ),
  openButton(isReady ? 'Sign in' : 'Open dashboard', isReady ? 'signIn' : 'home'),
]

function allowanceCard({ emails, limitEmails }: Account): HTMLElement {
  if (emails === null || limitEmails === null) return card(element('h2', {}, 'Unlimited emails'))

  const warning =
    emails === 0
      ? element('span', { className: 'none-text' }, 'None left')
      : allowanceLevel(emails) === 'warning'
        ? element('span', { className: 'low-text' }, 'Running low')
        : ''
  const label = `${emails}/${limitEmails} emails left`
  return card(
    line(element('h2', {}, label), warning),
    element('progress', {
      value: emails,
      max: limitEmails,
      className: allowanceLevel(emails) === 'accent' ? '' : 'low',
      ariaLabel: label,
    }),
  )
}

function attentionCards({ needAttention }: Account): HTMLElement[] {
  if (needAttention === 0) return []
  const text = needAttention === 1 ? '1 email needs attention' : `${needAttention} emails need attention`
  return [card(line(element('h2', { className: 'none-text' }, text), openButton('Review', 'attention')))]
}

function formatToday({ today, isSending }: PopupState): string {
  if (!today) return '—'
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
  return `${count(today.emailSent, 'email')}, ${count(today.phoneCall, 'call')}${isSending ? ', sending' : ''}`
}

/** A board stays off until the user turns it on; the browser then asks for permission. */
async function boardCard({ name, matches }: Board): Promise<HTMLElement> {
  const isOn = await chrome.permissions.contains({ origins: matches })
  const button = element(
    'button',
    { type: 'button', ariaLabel: `${isOn ? 'Turn off' : 'Turn on'} ${name}` },
    isOn ? 'Turn off' : 'Turn on',
  )
  button.addEventListener('click', async () => {
    await (isOn ? chrome.permissions.remove({ origins: matches }) : chrome.permissions.request({ origins: matches }))
    await show()
  })
  const state = element('p', { className: isOn ? 'good' : '' }, isOn ? 'On. Reload the board page to start.' : 'Off')
  return card(line(element('div', {}, element('h2', {}, name), state), button))
}

function openButton(label: string, page: DashboardPage): HTMLElement {
  const button = element('button', { type: 'button', className: 'primary' }, label)
  button.addEventListener('click', async () => {
    await sendToBackground({ kind: 'open-dashboard', page }, z.null())
    window.close()
  })
  return button
}

const card = (...children: Node[]): HTMLElement => element('section', { className: 'card' }, ...children)
const line = (...children: (Node | string)[]): HTMLElement => element('div', { className: 'line' }, ...children)
