import { PostingInquiry } from '@loadping/contract/emails'
import type { DashboardPage } from '../messages.ts'
import { element, icon } from './element.ts'
import { createPanel, type Form, questionForm, valueForm } from './panel.ts'
import type { Choice, MainControl, RowAction, RowView } from './row-view.ts'
import { controlsStyle } from './style.ts'
import { restartVisibility, wasVisible, watchVisibility } from './visibility.ts'

/** What the user entered or confirmed for one load. */
export type SendExtras = Pick<PostingInquiry, 'values' | 'confirmed'>
export type RowActions = {
  /** `isProven` tells whether the user provably saw the clicked control. */
  send: (templateId: string, extras: SendExtras, isProven: Promise<boolean>) => void
  undo: () => void
  open: (page: DashboardPage) => void
}
export type RowControls = { host: HTMLElement; show: (view: RowView) => void; setRow: (isActive: boolean) => void }

let sheet: CSSStyleSheet | undefined

/** Creates the controls of one row in a closed shadow root, so that the page can neither read nor click them. */
export function createRowControls(actions: RowActions): RowControls {
  const host = createHost()
  const root = host.attachShadow({ mode: 'closed' })
  const bar = element('div', { className: 'controls', popover: 'manual' })
  const { panel, open, close } = createPanel(bar)
  let [shown, shownAt] = ['', 0]

  root.adoptedStyleSheets = [styleSheet()]
  root.append(bar, panel)
  for (const part of [bar, panel]) {
    part.addEventListener('keydown', refuseRepeat)
    watchVisibility(part)
  }

  const onTrustedClick: OnTrustedClick = (button, work) =>
    button.addEventListener('click', (event) => {
      const isSecondOfDouble = event.detail > 1 && event.timeStamp - shownAt < replacedMs
      if (event.isTrusted && !isSecondOfDouble) work(event)
    })

  function show(view: RowView): void {
    const next = JSON.stringify(view)
    if (next === shown) return
    const [wasSending, hadFocus] = [shown.includes('"Sending"'), root.activeElement !== null]
    ;[shown, shownAt] = [next, performance.now()]
    close()
    bar.replaceChildren(...barParts(view, { onTrustedClick, act, openChoices }))
    restartVisibility(bar)
    if (hadFocus) bar.querySelector('button')?.focus({ preventScroll: true })
    const action = view.main?.action
    if (wasSending && action && ('fill' in action || 'confirm' in action)) act(action)
  }

  function act(action: RowAction, click?: MouseEvent): void {
    if ('send' in action) send(bar, action.send, { values: action.values }, click)
    else if ('undo' in action) actions.undo()
    else if ('fill' in action) openForm(valueForm(action.missing), action.fill, { values: action.values })
    else if ('confirm' in action)
      openForm(questionForm(action.question), action.confirm, { values: action.values, confirmed: true })
    else actions.open(action.open)
  }

  function send(part: HTMLElement, templateId: string, extras: SendExtras, click?: MouseEvent): void {
    const isProven = click ? wasVisible(part, click) : Promise.resolve(false)
    actions.send(templateId, extras, isProven)
    void isProven.finally(close)
  }

  function openChoices(choices: Choice[]): void {
    open(...choices.map(choiceButton))
  }

  function choiceButton({ templateId, name, title }: Choice): HTMLButtonElement {
    const button = element('button', { type: 'button', className: 'choice' }, name, element('small', {}, title))
    onTrustedClick(button, (click) => send(panel, templateId, {}, click))
    return button
  }

  function openForm({ form, submit }: Form, templateId: string, { values, confirmed }: SendExtras): void {
    form.addEventListener('submit', (event) => event.preventDefault())
    onTrustedClick(submit, (click) => {
      if (!form.reportValidity()) return
      const entered = PostingInquiry.shape.values.safeParse(Object.fromEntries(new FormData(form))).data
      send(panel, templateId, { values: { ...values, ...entered }, confirmed }, click)
    })
    open(form)
    form.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  }

  return { host, show, setRow: (isActive) => bar.classList.toggle('is-row', isActive) }
}

/** Within this time the second click of a double click may hit what the first one has just replaced. */
const replacedMs = 300

type OnTrustedClick = (button: HTMLButtonElement, work: (click: MouseEvent) => void) => void
type BarActions = {
  onTrustedClick: OnTrustedClick
  act: (action: RowAction, click: MouseEvent) => void
  openChoices: (choices: Choice[]) => void
}

function barParts({ perMile, ask, main, choices }: RowView, actions: BarActions): Node[] {
  const parts: Node[] = []
  if (perMile) parts.push(element('span', { className: 'per-mile', title: 'Posted rate per loaded mile' }, perMile))
  if (ask) parts.push(element('span', { className: `ask ${ask.tone}` }, ask.text))
  if (main) parts.push(mainPart(main, actions))
  if (choices.length > 0) parts.push(choicesButton(choices, actions))
  return parts
}

function mainPart(
  { label, icon: name, tone, title, action }: MainControl,
  { onTrustedClick, act }: BarActions,
): HTMLElement {
  if (!action) return element('span', { className: `status ${tone}`, title, role: 'status' }, icon(name), label)

  const button = element(
    'button',
    { type: 'button', className: tone, title, ariaLabel: `${label}. ${title}` },
    icon(name),
    label,
  )
  onTrustedClick(button, (click) => act(action, click))
  return button
}

function choicesButton(choices: Choice[], { openChoices }: BarActions): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', className: 'icon', title: 'Other templates', ariaLabel: 'Other templates' },
    icon('more'),
  )
  button.addEventListener('click', () => openChoices(choices))
  return button
}

/**
 * A host that takes no space in the row. It keeps its events from the board, which would treat them as clicks on its
 * row.
 */
function createHost(): HTMLElement {
  const host = element('div')
  host.style.position = 'absolute' // inline, so that it also holds in a copy of the row that the board makes
  for (const name of ['click', 'dblclick', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'keydown', 'keyup'])
    host.addEventListener(name, (event) => event.stopPropagation())
  return host
}

/** A held key is no further click, so that focus that moves meanwhile clicks nothing. */
function refuseRepeat(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(controlsStyle)
  }
  return sheet
}
