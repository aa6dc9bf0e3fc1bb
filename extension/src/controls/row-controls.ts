import { Inquiry } from '@loadping/contract/emails'
import type { DashboardPage } from '../messages.ts'
import { element, icon } from './element.ts'
import { createPanel, type Form, questionForm, valueForm } from './panel.ts'
import type { Choice, MainControl, RowAction, RowView } from './row-view.ts'
import { controlsStyle } from './style.ts'
import { isTrustedClick } from './trusted-click.ts'

/** What the user entered or confirmed for one load. */
export type SendExtras = Pick<Inquiry, 'values' | 'confirmed'>
export type RowActions = {
  send: (templateId: string, extras?: SendExtras) => void
  undo: () => void
  open: (page: DashboardPage) => void
}
export type RowControls = { host: HTMLElement; show: (view: RowView) => void; setRow: (isActive: boolean) => void }

let sheet: CSSStyleSheet | undefined

/** Creates the controls of one row in a closed shadow root, so that the page can neither read nor click them. */
export function createRowControls(actions: RowActions): RowControls {
  const host = createHost()
  const root = host.attachShadow({ mode: 'closed' })
  const bar = element('div', { className: 'controls' })
  const { panel, open, close } = createPanel(host)
  let [shown, shownAt] = ['', 0]

  root.adoptedStyleSheets = [styleSheet()]
  root.append(bar, panel)

  const onTrustedClick: OnTrustedClick = (button, work) =>
    button.addEventListener('click', (event) => isTrustedClick(event, host, shownAt) && work())

  function show(view: RowView): void {
    const next = JSON.stringify(view)
    if (next === shown) return
    const [wasSending, hadFocus] = [shown.includes('"Sending"'), root.activeElement !== null]
    ;[shown, shownAt] = [next, performance.now()]
    close()
    bar.replaceChildren(...barParts(view, { onTrustedClick, act, openChoices }))
    if (hadFocus) bar.querySelector('button')?.focus({ preventScroll: true })
    const action = view.main?.action
    if (wasSending && action && ('fill' in action || 'confirm' in action)) act(action)
  }

  function act(action: RowAction): void {
    if ('send' in action) actions.send(action.send, { values: action.values })
    else if ('undo' in action) actions.undo()
    else if ('fill' in action) openForm(valueForm(action.missing), action.fill, { values: action.values })
    else if ('confirm' in action)
      openForm(questionForm(action.question), action.confirm, { values: action.values, confirmed: true })
    else actions.open(action.open)
  }

  function openChoices(choices: Choice[]): void {
    open(...choices.map(choiceButton))
  }

  function choiceButton({ templateId, name, title }: Choice): HTMLButtonElement {
    const button = element('button', { type: 'button', className: 'choice' }, name, element('small', {}, title))
    onTrustedClick(button, () => {
      close()
      actions.send(templateId)
    })
    return button
  }

  function openForm({ form, submit }: Form, templateId: string, { values, confirmed }: SendExtras): void {
    form.addEventListener('submit', (event) => event.preventDefault())
    onTrustedClick(submit, () => {
      if (!form.reportValidity()) return
      close()
      const entered = Inquiry.shape.values.safeParse(Object.fromEntries(new FormData(form))).data
      actions.send(templateId, { values: { ...values, ...entered }, confirmed })
    })
    open(form)
    form.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  }

  return { host, show, setRow: (isActive) => bar.classList.toggle('is-row', isActive) }
}

type OnTrustedClick = (button: HTMLButtonElement, work: () => void) => void
type BarActions = {
  onTrustedClick: OnTrustedClick
  act: (action: RowAction) => void
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
  onTrustedClick(button, () => act(action))
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

function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(controlsStyle)
  }
  return sheet
}
