import { element, icon } from './element.ts'
import { type Floating, isOpen } from './floating.ts'
import type { ToastView } from './toast-view.ts'

export type ToastPart = 'undo' | 'open' | 'close'

/** Creates the toast in the top right corner. There is one at a time. */
export function createToast(floating: Floating, onClick: (part: ToastPart) => void) {
  const toast = floating.create('toast', 'manual')
  toast.setAttribute('role', 'status')
  let shown = ''
  toast.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-part]') : null
    const part = target?.dataset['part']
    if (event.isTrusted && (part === 'undo' || part === 'open' || part === 'close')) onClick(part)
  })

  function show(view: ToastView, canOpen: boolean): void {
    const next = JSON.stringify([view, canOpen])
    if (next === shown && isOpen(toast)) return
    shown = next
    toast.dataset['tone'] = view.tone
    floating.show(toast, ...toastParts(view, canOpen))
  }

  return { show, hide: () => floating.hide(toast) }
}

function toastParts({ title, text, undo }: ToastView, canOpen: boolean): Node[] {
  const actions = [
    ...(undo === undefined ? [] : [button('undo', 'rest', `Undo, ${undo} s`)]),
    ...(canOpen ? [button('open', 'plain', 'Open load')] : []),
  ]
  const close = element(
    'button',
    { type: 'button', className: 'plain close', ariaLabel: 'Close', data: { part: 'close' } },
    icon('close'),
  )
  return [
    element('span', { className: 'brand' }),
    element(
      'div',
      {},
      element('strong', {}, title),
      element('p', {}, text),
      ...(actions.length > 0 ? [element('div', { className: 'actions' }, ...actions)] : []),
    ),
    close,
  ]
}

const button = (part: ToastPart, className: string, label: string): HTMLElement =>
  element('button', { type: 'button', className, data: { part } }, label)
