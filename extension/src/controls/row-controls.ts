import { Inquiry } from '@loadping/contract/emails'
import { placeholderTitles } from '@loadping/contract/rules/placeholders'
import type { DashboardPage } from '../messages.ts'
import { element, icon } from './element.ts'
import { isRealClick } from './real-click.ts'
import type { Choice, RowView } from './row-view.ts'
import { controlsStyle } from './style.ts'

export type RowActions = { send: (templateId: string, values?: Inquiry['values']) => void; open: (page: DashboardPage) => void }
export type RowControls = { host: HTMLElement; show: (view: RowView) => void; setRow: (isActive: boolean) => void }

let sheet: CSSStyleSheet | undefined

/** Our controls for one row, in a closed shadow root; the page can neither look into them nor press them. */
export function createRowControls(actions: RowActions): RowControls {
  const host = makeHost()
  const root = host.attachShadow({ mode: 'closed' })
  const bar = element('div', { className: 'controls' })
  const popup = element('div', { popover: 'auto' })
  let [shown, shownAt] = ['', 0]

  root.adoptedStyleSheets = [styleSheet()]
  root.append(bar, popup)
  popup.addEventListener('beforetoggle', () => placeBelow(popup, host))

  const onRealClick = (button: HTMLButtonElement, act: () => void) => button.addEventListener('click', (event) => isRealClick(event, host, shownAt) && act())

  function show(view: RowView): void {
    const next = JSON.stringify(view)
    if (next === shown) return
    const [wasSending, hadFocus] = [shown.includes('"Sending"'), root.activeElement !== null]
    ;[shown, shownAt] = [next, performance.now()]
    if (popup.matches(':popover-open')) popup.hidePopover()
    bar.replaceChildren(...barOf(view))
    if (hadFocus) bar.querySelector('button')?.focus({ preventScroll: true })
    const action = view.main?.action
    if (wasSending && action && 'ask' in action) openForm(action.ask, action.missing)
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

    const button = element('button', { type: 'button', className: tone, title, ariaLabel: `${label}. ${title}` }, icon(name), label)
    onRealClick(button, () => {
      if ('send' in action) actions.send(action.send)
      else if ('ask' in action) openForm(action.ask, action.missing)
      else actions.open(action.open)
    })
    return button
  }

  function menuButton(choices: Choice[]): HTMLButtonElement {
    const button = element('button', { type: 'button', className: 'icon', title: 'Other templates', ariaLabel: 'Other templates' }, icon('more'))
    button.addEventListener('click', () => openPopup(...choices.map(choiceButton)))
    return button
  }

  function choiceButton({ templateId, name, title }: Choice): HTMLButtonElement {
    const button = element('button', { type: 'button', className: 'choice' }, name, element('small', {}, title))
    onRealClick(button, () => {
      popup.hidePopover()
      actions.send(templateId)
    })
    return button
  }

  function openForm(templateId: string, missing: string[]): void {
    const { form, submit } = valueForm(missing)
    form.addEventListener('submit', (event) => event.preventDefault())
    onRealClick(submit, () => {
      if (!form.reportValidity()) return
      popup.hidePopover()
      actions.send(templateId, Inquiry.shape.values.safeParse(Object.fromEntries(new FormData(form))).data)
    })
    openPopup(form)
    form.querySelector('input')?.focus({ preventScroll: true })
  }

  function openPopup(...content: Node[]): void {
    popup.replaceChildren(...content)
    popup.showPopover()
    window.addEventListener('scroll', () => popup.hidePopover(), { capture: true, passive: true, once: true })
  }

  return { host, show, setRow: (isActive) => bar.classList.toggle('is-row', isActive) }
}

/** A frame of no size of its own; what happens in it is no click on the board's row. */
function makeHost(): HTMLElement {
  const host = element('div')
  host.style.position = 'absolute' // also where a board copies its rows, and our host with them
  for (const name of ['click', 'dblclick', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'keydown', 'keyup'])
    host.addEventListener(name, (event) => event.stopPropagation())
  return host
}

function valueForm(missing: string[]): { form: HTMLFormElement; submit: HTMLButtonElement } {
  const fields = missing.map((name) => element('label', {}, titleOf(name), element('input', { name, required: true, maxLength: 200, autocomplete: 'off' })))
  const submit = element('button', { type: 'submit', className: 'primary' }, 'Send')
  return { form: element('form', {}, element('strong', {}, 'This load leaves something out'), ...fields, submit), submit }
}

const titles: Record<string, string> = placeholderTitles
const titleOf = (name: string): string => (Object.hasOwn(titles, name) && titles[name]) || name

function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(controlsStyle)
  }
  return sheet
}

function placeBelow(popup: HTMLElement, host: HTMLElement): void {
  const { bottom, right } = host.getBoundingClientRect()
  popup.style.top = `${Math.min(bottom + 6, Math.max(8, window.innerHeight - 220))}px`
  popup.style.left = `${Math.max(8, right - 280)}px`
}
