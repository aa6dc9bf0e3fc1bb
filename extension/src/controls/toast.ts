import { element, icon } from './element.ts'
import { type Floating, isOpen } from './floating.ts'
import { freeLeft } from './free-place.ts'
import type { ToastView } from './toast-view.ts'

export type ToastPart = 'todo' | 'undo' | 'open' | 'close'

/** How far its shadow reaches, 1.5 times its blur: under it the browser proves no controls visible, so that no click counts. */
const shadowBelow = 28

type Deps = {
  onClick: (part: ToastPart) => void
  /** The places of the controls of all rows. */
  bars: () => DOMRect[]
  signal: AbortSignal
}

/** Creates the toast in the top right corner or, where that would cover controls, left of them. There is one at a time. */
export function createToast(floating: Floating, { onClick, bars, signal }: Deps) {
  const toast = floating.create('toast', 'manual')
  toast.setAttribute('role', 'status')
  let shown = ''
  toast.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-part]') : null
    const part = target?.dataset['part']
    if (event.isTrusted && (part === 'todo' || part === 'undo' || part === 'open' || part === 'close')) onClick(part)
  })

  function show(view: ToastView, canOpen: boolean): void {
    const next = JSON.stringify([view, canOpen])
    if (next === shown && isOpen(toast)) return
    shown = next
    toast.dataset['tone'] = view.tone
    if (!isOpen(toast)) toast.style.left = ''
    floating.show(toast, ...toastParts(view, canOpen))
    place()
  }

  /** Moves it away from controls that it covers, also after the page scrolled. It stays there while it is shown. */
  function place(): void {
    if (!isOpen(toast)) return
    const box = toast.getBoundingClientRect()
    const { top, width, height } = box
    const left = freeLeft(bars(), { left: box.left, top, width, height: height + shadowBelow })
    if (left !== box.left) toast.style.left = `${left}px`
  }

  document.addEventListener('scrollend', place, { capture: true, passive: true, signal })

  return { show, hide: () => floating.hide(toast) }
}

function toastParts({ title, text, todo, undo }: ToastView, canOpen: boolean): Node[] {
  const actions = [
    ...(todo ? [button('todo', 'rest', todo)] : []),
    ...(undo === undefined ? [] : [button('undo', 'rest', undo === null ? 'Undo' : `Undo, ${undo} s`)]),
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
