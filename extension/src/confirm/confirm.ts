import { brand } from '@loadping/contract/brand'
import { formatMoney } from '@loadping/contract/format/money'
import { describeBelowFloor, shownFloorCents } from '@loadping/contract/loads/ask-ladder'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import { button, element } from '../controls/element.ts'
import { askWorker } from '../message.ts'
import { confirmSend, getQuestion, type Question } from './confirm-messages.ts'

/** How long the window must have been in front before Send works, so that a click meant for the board sends nothing. */
const settleMs = 1000

const content = document.querySelector('#content')
void show()

async function show(): Promise<void> {
  const question = await askWorker(getQuestion, {})
  const cancel = button('Cancel', 'rest', () => window.close())
  content?.replaceChildren(...(question ? questionParts(question, cancel) : [notice, actions(cancel)]))
  content?.setAttribute('aria-busy', 'false')
  cancel.focus()
}

function questionParts(question: NonNullable<Question>, cancel: HTMLElement): Node[] {
  const { askCents } = question.inquiry.expected ?? {}
  const send = button(askCents ? `Send ${formatMoney(askCents)}` : 'Send', 'primary', () => {
    send.disabled = true
    void sendShown(question.inquiry, cancel)
  })
  enableOnceSettled(send)
  return [
    element('p', {}, reasonOf(question)),
    element(
      'dl',
      { className: 'card' },
      ...rowsOf(question).flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
    ),
    actions(cancel, send),
  ]
}

async function sendShown(inquiry: NonNullable<Question>['inquiry'], cancel: HTMLElement): Promise<void> {
  const response = await askWorker(confirmSend, { inquiry })
  if (response?.isDone) window.close()
  else content?.replaceChildren(response ? notice : noResponse, actions(cancel))
}

function reasonOf({
  inquiry,
  account,
  isFirst,
  isChanged,
  lacksName,
  missed,
  floorCents,
}: NonNullable<Question>): string {
  const below = describeBelowFloor(inquiry.expected?.askCents, floorCents ?? undefined)
  const costly = below ? ` ${below}.` : ''
  if (!isFirst && isChanged) return `${changeOf(inquiry, askNameOf(account))}${costly} ${check}`
  if (!isFirst && (missed || below))
    return [missed && `${missed}.`, below && `${below}.`, check].filter(Boolean).join(' ')
  if (!isFirst) return `The button you clicked may not have been visible. ${check}`
  const name = account.templates.find(({ id }) => id === inquiry.templateId)?.name ?? 'this template'
  const noName = lacksName
    ? ` Your profile has no name for recipients to see: add it in ${brand.name}, under Email.`
    : ''
  return `This is the first email with “${name}” as it is now. Check it once; from then on, one click sends.${costly}${noName}`
}

const check = 'Check the load before you send.'

/** Says what the email states now that the board has changed the rate. */
function changeOf({ load, expected }: NonNullable<Question>['inquiry'], name: string): string {
  const posted = postedTotalCents(load)
  const rate = posted ? `Rate is now ${formatMoney(posted)}` : 'The rate is gone now'
  const asked = expected?.askCents ? `your ${name} ${formatMoney(expected.askCents)}` : `with no ${name}`
  return `${rate}, ${asked}.`
}

const askNameOf = ({ userType }: NonNullable<Question>['account']): string => (userType === 'broker' ? 'offer' : 'ask')

function rowsOf({ inquiry, account, truck, missed, floorCents, subject }: NonNullable<Question>): [string, string][] {
  const { load, templateId, expected } = inquiry
  const template = account.templates.find(({ id }) => id === templateId)
  const name = askNameOf(account)
  const place = ({ city, state }: typeof load.origin) => `${city}, ${state}`
  return [
    ['To', load.contactEmail ?? ''],
    ['Company', load.company ?? ''],
    ['Load', `${place(load.origin)} to ${place(load.dest)}`],
    ['Truck', truck ?? ''],
    ['Pickup', missed ?? ''],
    ['Template', template?.name ?? ''],
    ['Subject', subject ?? ''],
    [name === 'ask' ? 'Ask' : 'Offer', expected?.askCents ? formatMoney(expected.askCents) : `No ${name}`],
    ['Floor', floorCents === null ? '' : formatMoney(shownFloorCents(floorCents))],
  ].filter((row): row is [string, string] => row[1] !== '')
}

/** Enables a button once this window has been in front for a while, each time it comes to the front. */
function enableOnceSettled(send: HTMLButtonElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    send.disabled = true
    clearTimeout(timer)
    timer = setTimeout(() => {
      send.disabled = !document.hasFocus()
    }, settleMs)
  }
  window.addEventListener('focus', restart)
  window.addEventListener('blur', restart)
  restart()
}

const notice = element('p', {}, 'This question was already answered. You can close this window.')
const noResponse = element('p', {}, "The extension didn't respond. The row shows whether the email was sent.")
const actions = (...buttons: HTMLElement[]): HTMLElement => element('div', { className: 'actions' }, ...buttons)
