import { brand } from '@loadping/contract/brand'
import { lightColor } from '@loadping/contract/palette'
import { button, element } from '../controls/element.ts'
import type { Readability } from './readability-messages.ts'

export type HintAction = 'paste' | 'check' | 'report'

const style = `
:host { all: initial !important; position: fixed !important; right: 24px !important; bottom: 24px !important; z-index: 2147483647 !important; }
section { box-sizing: border-box; width: 320px; padding: 14px 16px; border: 1px solid ${lightColor('border-default')}; border-radius: 8px; background: ${lightColor('bg-surface')}; color: ${lightColor('text-primary')}; box-shadow: 0 8px 24px ${lightColor('board-shadow')}; font: 400 13px/20px 'Geist Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
strong { display: block; font-weight: 600; }
p { margin: 2px 0 12px; color: ${lightColor('text-secondary')}; }
div { display: flex; gap: 8px; }
button { height: 32px; padding: 0 12px; border: 1px solid ${lightColor('border-control')}; border-radius: 6px; background: ${lightColor('bg-surface')}; color: ${lightColor('text-primary')}; font: inherit; font-weight: 500; cursor: pointer; }
button.primary { border-color: ${lightColor('accent-solid')}; background: ${lightColor('accent-solid')}; color: ${lightColor('accent-on')}; }
button:focus-visible { outline: 2px solid ${lightColor('focus-ring')}; outline-offset: 2px; }
`

type Hint = { title: string; text: string; label: string; action: HintAction }

type Shown = Pick<Readability, 'mode' | 'canPaste'>

const hintFor = (name: string, { mode, canPaste }: Shown): Hint | undefined => {
  const changed = `${name} seems to have changed its pages.`
  if (mode === 'paste' && !canPaste)
    return {
      title: `${brand.name} can't read this page`,
      text: `${changed} A report helps to fix it.`,
      label: 'Report',
      action: 'report',
    }
  if (mode === 'paste')
    return {
      title: `${brand.name} can't read this page`,
      text: `${changed} Copy loads here and paste them until it is fixed.`,
      label: 'Paste a load',
      action: 'paste',
    }
  if (mode === 'check')
    return {
      title: 'Check one load to start',
      text: `The buttons on ${name} appear once you confirm that it was read right.`,
      label: 'Check a load',
      action: 'check',
    }
  return undefined
}

/** Creates a note at the corner of the board's page, in a closed shadow root. It stays closed once closed. */
export function createHint(name: string, act: (action: HintAction) => void) {
  const host = element('div')
  const root = host.attachShadow({ mode: 'closed' })
  let shown = ''
  let closed = ''

  function show(judged: Shown): void {
    const { mode } = judged
    const hint = hintFor(name, judged)
    if (!hint || mode === closed) return void remove()
    if (mode === shown && host.isConnected) return
    shown = mode
    root.replaceChildren(
      element('style', {}, style),
      element(
        'section',
        { ariaLabel: hint.title },
        element('strong', {}, hint.title),
        element('p', {}, hint.text),
        element(
          'div',
          {},
          button(hint.label, 'primary', (click) => click.isTrusted && act(hint.action)),
          ...(hint.action === 'paste' ? [button('Report', '', (click) => click.isTrusted && act('report'))] : []),
          button('Close', '', (click) => {
            if (!click.isTrusted) return
            closed = mode
            remove()
          }),
        ),
      ),
    )
    document.documentElement.append(host)
  }

  function remove(): void {
    shown = ''
    host.remove()
  }

  return { show, remove }
}
