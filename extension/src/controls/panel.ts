import { placeholderTitles } from '@loadping/contract/rules/placeholder-titles'
import { element } from './element.ts'

/** Creates the popover of a row's bar. It opens below the bar and closes when the page scrolls. */
export function createPanel(bar: HTMLElement) {
  const panel = element('div', { className: 'panel', popover: 'auto' })
  panel.addEventListener('beforetoggle', placeBelow)

  function open(...content: Node[]): void {
    panel.replaceChildren(...content)
    panel.showPopover()
    window.addEventListener('scroll', close, { capture: true, passive: true, once: true })
  }

  function close(): void {
    if (panel.matches(':popover-open')) panel.hidePopover()
  }

  function placeBelow(): void {
    const { bottom, right } = bar.getBoundingClientRect()
    panel.style.top = `${Math.min(bottom + 6, Math.max(8, window.innerHeight - 220))}px`
    panel.style.left = `${Math.max(8, right - 280)}px`
  }

  return { panel, open, close }
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

export function questionForm(question: string): Form {
  const submit = element('button', { type: 'submit', className: 'primary' }, 'Send anyway')
  return { form: element('form', {}, element('p', {}, question), submit), submit }
}

const titles: Record<string, string> = placeholderTitles
const titleOf = (name: string): string => (Object.hasOwn(titles, name) && titles[name]) || name
