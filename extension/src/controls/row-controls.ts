import { drawnText, element, icon } from './element.ts'
import { createOwnHost, refuseRepeat } from './own-host.ts'
import type { Control, RowView } from './row-view.ts'
import { controlsStyle } from './style.ts'
import { restartVisibility, unwatchVisibility, watchVisibility } from './visibility.ts'

export type RowPart = 'main' | 'call' | 'save'
export type RowControls = {
  host: HTMLElement
  bar: HTMLElement
  /** Shows a view of one load. */
  show: (view: RowView, loadId: string) => void
  setActive: (isActive: boolean) => void
  focus: () => void
  /** Removes the controls for good. */
  release: () => void
}

/** Within this time the second click of a double click may hit what the first one has just replaced. */
const replacedMs = 300

/** Creates the controls of one row. Only the user's own clicks count. */
export function createRowControls(onClick: (part: RowPart, click: MouseEvent) => void): RowControls {
  const { host, root } = createOwnHost(controlsStyle)
  const bar = element('div', { className: 'controls', popover: 'manual' })
  let [shown, shownLoad, shownAt]: [Map<string, Part>, string, number] = [new Map(), '', 0]
  root.append(bar)
  bar.addEventListener('keydown', refuseRepeat)
  bar.addEventListener('click', onBarClick)
  watchVisibility(bar)

  function onBarClick(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-part]') : null
    const part = target?.dataset['part']
    if (part !== 'main' && part !== 'call' && part !== 'save') return
    const isSecondOfDouble = event.detail > 1 && (part !== 'main' || event.timeStamp - shownAt < replacedMs)
    if (part === 'call') event.preventDefault() // the caller dials
    if (event.isTrusted && !isSecondOfDouble) onClick(part, event)
  }

  function show(view: RowView, loadId: string): void {
    const next = partsOf(view, shown)
    const changed = [...next].filter(([name, part]) => part !== shown.get(name))
    const isSameOrder = [...next.keys()].join() === [...shown.keys()].join()
    if (isSameOrder && changed.length === 0 && loadId === shownLoad) return
    const focused = root.activeElement instanceof HTMLElement ? root.activeElement.dataset['part'] : undefined
    if (isSameOrder) for (const [name, { node }] of changed) shown.get(name)?.node.replaceWith(node)
    else bar.replaceChildren(...[...next.values()].map(({ node }) => node))
    ;[shown, shownLoad, shownAt] = [next, loadId, performance.now()]
    restartVisibility(bar)
    if (focused) bar.querySelector<HTMLElement>(`[data-part=${focused}]`)?.focus({ preventScroll: true })
  }

  function release(): void {
    unwatchVisibility(bar)
    host.remove()
  }

  return {
    host,
    bar,
    show,
    setActive: (isActive) => bar.classList.toggle('is-row', isActive),
    focus: () => bar.querySelector<HTMLElement>('[data-part]')?.focus(),
    release,
  }
}

/** What a view shows as one element, and the view of it. */
type Part = { key: string; node: HTMLElement }

/** Returns the parts of a view from the left; those that did not change are the same. */
function partsOf(view: RowView, shown: ReadonlyMap<string, Part>): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const name of ['perMile', 'ask', 'main', 'call', 'save'] as const) {
    if (!view[name]) continue
    const [key, known] = [JSON.stringify(view[name]), shown.get(name)]
    const node = known?.key === key ? undefined : nodeOf(view, name)
    if (node) parts.set(name, { key, node })
    else if (known) parts.set(name, known)
  }
  return parts
}

function nodeOf({ perMile, ask, ...controls }: RowView, name: keyof RowView): HTMLElement | undefined {
  if (name === 'perMile')
    return perMile && element('span', { className: 'per-mile', title: perMile.title }, drawnText(perMile.text))
  if (name === 'ask') return ask && element('span', { className: `ask ${ask.tone}` }, drawnText(ask.text))
  const control = controls[name]
  return control && controlPart(name, control)
}

function controlPart(part: RowPart, { label, icon: name, tone, title, action }: Control<unknown>): HTMLElement {
  const className = `${part} ${tone}`
  if (!action)
    return element('span', { className: `status ${className}`, title, role: 'status' }, icon(name), drawnText(label))
  const common = { className, title, ariaLabel: `${label}. ${title}`, data: { part } }
  return part === 'call' && typeof action === 'string'
    ? element('a', { ...common, href: `tel:${action}` }, icon(name), drawnText(label))
    : element('button', { ...common, type: 'button' }, icon(name), drawnText(label))
}
