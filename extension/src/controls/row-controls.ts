import { Inquiry } from '@loadping/contract/emails'
import type { DashboardPage } from '../messages.ts'
import { element, icon } from './element.ts'
import { createPanel, type Form, questionForm, valueForm } from './panel.ts'
import type { Choice, RowAction, RowView } from './row-view.ts'
import { controlsStyle } from './style.ts'
import { isTrustedClick } from './trusted-click.ts'

/** What was typed or confirmed for one load. */
export type SendExtras = Pick<Inquiry, 'values' | 'confirmed'>
export type RowActions = {
  send: (templateId: string, more?: SendExtras) => void
  undo: () => void
  open: (page: DashboardPage) => void
}
export type RowControls = { host: HTMLElement; show: (view: RowView) => void; setRow: (isActive: boolean) => void }

let sheet: CSSStyleSheet | undefined

/** Our controls for one row, in a closed shadow root; the page can neither look into them nor press them. */
export function createRowControls(actions: RowActions): RowControls {
  const host = createHost()
  const root = host.attachShadow({ mode: 'closed' })
  const bar = element('div', { className: 'controls' })
  const { panel, open, close } = createPanel(host)
  let [shown, shownAt] = ['', 0]

  root.adoptedStyleSheets = [styleSheet()]
  root.append(bar, panel)

  const onRealClick = (button: HTMLButtonElement, act: () => void) =>
    button.addEventListener('click', (event) => isTrustedClick(event, host, shownAt) && act())

  function show(view: RowView): void {
    const next = JSON.stringify(view)
    if (next === shown) return
    const [wasSending, hadFocus] = [shown.includes('"Sending"'), root.activeElement !== null]
    ;[shown, shownAt] = [next, performance.now()]
    close()
    bar.replaceChildren(...barOf(view))
    if (hadFocus) bar.querySelector('button')?.focus({ preventScroll: true })
    const action = view.main?.action
    if (wasSending && action && ('ask' in action || 'confirm' in action)) act(action)
  }

  function barOf({ perMile, price, main, choices }: RowView): Node[] {
    const parts: Node[] = []
    if (perMile) parts.push(element('span', { className: 'per-mile', title: 'Posted rate per loaded mile' }, perMile))
    if (price) parts.push(element('span', { className: `price ${price.tone}` }, price.text))
    if (main) parts.push(mainPart(main))
    if (choices.length > 0) parts.push(menuButton(choices))
    return parts
  }

  function mainPart({ label, icon: name, tone, title, action }: NonNullable<RowView['main']>): HTMLElement {
    if (!action) return element('span', { className: `status ${tone}`, title, role: 'status' }, icon(name), label)

    const button = element(
      'button',
      { type: 'button', className: tone, title, ariaLabel: `${label}. ${title}` },
      icon(name),
      label,
    )
    onRealClick(button, () => act(action))
    return button
  }

  function act(action: RowAction): void {
    if ('send' in action) actions.send(action.send, { values: action.values })
    else if ('undo' in action) actions.undo()
    else if ('ask' in action) openForm(valueForm(action.missing), action.ask, { values: action.values })
    else if ('confirm' in action)
      openForm(questionForm(action.question), action.confirm, { values: action.values, confirmed: true })
    else actions.open(action.open)
  }

  function menuButton(choices: Choice[]): HTMLButtonElement {
    const button = element(
      'button',
      { type: 'button', className: 'icon', title: 'Other templates', ariaLabel: 'Other templates' },
      icon('more'),
    )
    button.addEventListener('click', () => open(...choices.map(choiceButton)))
    return button
  }

  function choiceButton({ templateId, name, title }: Choice): HTMLButtonElement {
    const button = element('button', { type: 'button', className: 'choice' }, name, element('small', {}, title))
    onRealClick(button, () => {
      close()
      actions.send(templateId)
    })
    return button
  }

  function openForm({ form, submit }: Form, templateId: string, { values, confirmed }: SendExtras): void {
    form.addEventListener('submit', (event) => event.preventDefault())
    onRealClick(submit, () => {
      if (!form.reportValidity()) return
      close()
      const typed = Inquiry.shape.values.safeParse(Object.fromEntries(new FormData(form))).data
      actions.send(templateId, { values: { ...values, ...typed }, confirmed })
    })
    open(form)
    form.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  }

  return { host, show, setRow: (isActive) => bar.classList.toggle('is-row', isActive) }
}

/** A frame of no size of its own; what happens in it is no click on the board's row. */
function createHost(): HTMLElement {
  const host = element('div')
  host.style.position = 'absolute' // also where a board copies its rows, and our host with them
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
