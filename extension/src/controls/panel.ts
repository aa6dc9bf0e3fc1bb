import { formatMoney, readDollars } from '@loadping/contract/format/money'
import { StatedCents } from '@loadping/contract/loads/outcomes'
import { placeholderTitles } from '@loadping/contract/templates/placeholder-titles'
import { element } from './element.ts'
import type { Floating } from './floating.ts'
import { isOwnHost } from './own-host.ts'
import { tolerance } from './part-place.ts'
import { focusFirst } from './row-controls.ts'
import { staysShown, wasVisible } from './visibility.ts'

const gap = 6
const margin = 8

/** Creates the panel for a row's menu and questions. It opens below the row's bar or above it, and closes when that moves. */
export function createPanel(floating: Floating) {
  const panel = floating.create('panel', 'auto')
  panel.tabIndex = -1
  panel.addEventListener('keydown', onKey)
  panel.addEventListener('beforetoggle', onToggle)
  let keyProof = Promise.resolve(false)
  let opener: HTMLElement | undefined
  let openedAt = new DOMRect()

  function open(bar: HTMLElement, ...content: Node[]): void {
    show(bar, content)
    panel.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  }

  /** Opens some time after the click that led here: what the user types by then goes to no button of the panel. */
  function openLate(bar: HTMLElement, ...content: Node[]): void {
    const { activeElement } = document
    show(bar, content)
    if (activeElement && activeElement !== document.body && !isOwnHost(activeElement)) return
    const first = panel.querySelector<HTMLElement>('input') ?? panel
    first.focus({ preventScroll: true })
  }

  function show(bar: HTMLElement, content: Node[]): void {
    opener = bar
    floating.show(panel, ...content)
    openedAt = bar.getBoundingClientRect()
    place(openedAt)
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
  }

  /** Closes when its row moves, and not when the board keeps the row in its place while it adds others. */
  function onScroll(): void {
    if (!opener || Math.abs(opener.getBoundingClientRect().top - openedAt.top) > tolerance) close()
  }

  function place({ top, bottom, right }: DOMRect): void {
    const fitsBelow = bottom + gap + panel.offsetHeight <= window.innerHeight - margin
    panel.style.top = `${fitsBelow ? bottom + gap : Math.max(margin, top - gap - panel.offsetHeight)}px`
    panel.style.left = `${Math.max(margin, right - panel.offsetWidth)}px`
  }

  const close = () => floating.hide(panel)

  /** Gives the focus back to the row, which the browser does not do between shadow roots. */
  function onToggle(event: Event): void {
    if (!('newState' in event) || event.newState !== 'closed') return
    window.removeEventListener('scroll', onScroll, { capture: true })
    if (!panel.matches(':focus-within')) return
    setTimeout(() => opener && focusFirst(opener, { preventScroll: true }))
  }

  /** Moves by arrow keys, and clicks what has the typed letter. */
  function onKey(event: KeyboardEvent): void {
    if (!event.isTrusted || event.repeat || event.target instanceof HTMLInputElement) return
    if (event.altKey || event.ctrlKey || event.metaKey) return // a shortcut of the browser
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const buttons = [...panel.querySelectorAll('button')]
    const focused = buttons.findIndex((button) => button.matches(':focus'))
    if (by) buttons.at((focused + by) % buttons.length)?.focus()
    const lettered = choiceOf(event)
    if (lettered) keyProof = staysShown(panel, event)
    lettered?.click()
    if (by || lettered) event.preventDefault()
  }

  const choiceOf = ({ key }: KeyboardEvent): HTMLButtonElement | undefined =>
    [...panel.querySelectorAll('button')].find(({ dataset }) => dataset['letter'] === key.toLowerCase())

  return {
    open,
    openLate,
    close,
    /** Whether a key has the letter of a choice, and the focus is on the panel's choices. */
    isChoice: (event: KeyboardEvent) => panel.querySelector('button:focus') !== null && choiceOf(event) !== undefined,
    /** Whether the user saw what they clicked, or what they chose by its letter. */
    proofOf: (click: MouseEvent): Promise<boolean> => (click.isTrusted ? wasVisible(panel, click) : keyProof),
  }
}

export type Form = { form: HTMLFormElement; submit: HTMLButtonElement }

export function valueForm(missing: string[]): Form {
  const fields = missing.map((name) =>
    element(
      'label',
      {},
      titleOf(name),
      element('input', { name, required: true, maxLength: 200, autocomplete: 'off' }),
    ),
  )
  const submit = element('button', { type: 'submit', className: 'primary' }, 'Send')
  return {
    form: element('form', {}, element('strong', {}, 'Fill in the missing details'), ...fields, submit),
    submit,
  }
}

/** Asks before it sends, with the price on the button that does. */
export function questionForm(question: string, askCents: number | null | undefined): Form {
  const price = askCents ? `, ${formatMoney(askCents)}` : ''
  const submit = element('button', { type: 'submit', className: 'primary' }, `Send anyway${price}`)
  return { form: element('form', {}, element('p', {}, question), submit), submit }
}

/** Asks for the amount of an outcome, which may stay empty. */
export function amountForm(title: string, cents: number | undefined): Form {
  const value = cents === undefined ? '' : String(cents / 100)
  const input = element('input', { name: 'dollars', value, inputMode: 'decimal', maxLength: 12, autocomplete: 'off' })
  const submit = element('button', { type: 'submit', className: 'primary' }, 'Save')
  return { form: element('form', {}, element('label', {}, title, input), submit), submit }
}

/** Reads the amount that was entered, if it is one. */
export function statedCents(form: HTMLFormElement): number | undefined {
  return StatedCents.safeParse(readDollars(String(new FormData(form).get('dollars')))).data
}

const titles: Record<string, string> = placeholderTitles
const titleOf = (name: string): string => (Object.hasOwn(titles, name) && titles[name]) || name
