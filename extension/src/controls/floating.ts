import { drawFields, drawTexts, element } from './element.ts'
import { createOwnHost, refuseRepeat } from './own-host.ts'
import { controlsStyle } from './style.ts'
import { restartVisibility, watchVisibility } from './visibility.ts'

/** What floats over a page: one panel, one card and one toast for all rows, in the browser's top layer. */
export type Floating = {
  create: (className: string, popover: 'auto' | 'manual') => HTMLElement
  /** Shows a part with this content. */
  show: (part: HTMLElement, ...content: Node[]) => void
  hide: (part: HTMLElement) => void
  isHost: (node: EventTarget | null) => boolean
  remove: () => void
}

export function createFloating(): Floating {
  const { host, root } = createOwnHost(controlsStyle)
  host.className = 'floating'

  function create(className: string, popover: 'auto' | 'manual'): HTMLElement {
    const part = element('div', { className, popover })
    part.addEventListener('keydown', refuseRepeat)
    root.append(part)
    watchVisibility(part)
    return part
  }

  function show(part: HTMLElement, ...content: Node[]): void {
    if (host.parentNode !== document.documentElement) document.documentElement.append(host)
    part.replaceChildren(...content)
    drawTexts(part)
    drawFields(part)
    restartVisibility(part)
    if (!isOpen(part)) part.showPopover()
  }

  return {
    create,
    show,
    hide: (part) => {
      if (isOpen(part)) part.hidePopover()
    },
    isHost: (node) => node === host,
    remove: () => host.remove(),
  }
}

export const isOpen = (part: HTMLElement): boolean => part.matches(':popover-open')
