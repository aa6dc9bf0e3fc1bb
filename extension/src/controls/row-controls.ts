import { drawnText, element, icon } from './element.ts'
import { fitBar, stopFitting } from './fit-bars.ts'
import { createOwnHost, refuseRepeat } from './own-host.ts'
import type { Control, RowView } from './row-view.ts'
import { controlsStyle } from './style.ts'
import { restartVisibility, unwatchVisibility, watchVisibility } from './visibility.ts'

export type RowPart = 'main' | 'call' | 'save'
export type RowControls = {
  host: HTMLElement
  bar: HTMLElement
  /** Starts or stops watching whether the user sees them. A page pays for each that is watched. */
  watch: (isNear: boolean) => void
  /** Shows a view of one load. */
  show: (view: RowView, loadId: string) => void
  setActive: (isActive: boolean) => void
  focus: () => void
  /** Removes the controls from the page and stops watching them. */
  release: () => void
}

/** Within this time the second click of a double click may hit what the first one has just replaced. */
const replacedMs = 300

/** Creates the controls of one row. Only the user's own clicks count. */
export function createRowControls(onClick: (part: RowPart, click: MouseEvent) => void): RowControls {
  const { host, root } = createOwnHost(controlsStyle)
  const bar = copyOf('bar', () => element('div', { className: 'controls', popover: 'manual' }))
  let shown = new Map<string, Part>()
  let shownLoad = ''
  let shownAt = 0
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
    const focused =
      root.activeElement instanceof HTMLElement && (root.activeElement.dataset['part'] ?? root.activeElement.id)
    if (isSameOrder) for (const [name, { node }] of changed) replace(shown.get(name)?.node, node)
    else bar.replaceChildren(...[...next.values()].map(({ node }) => node))
    ;[shown, shownLoad, shownAt] = [next, loadId, performance.now()]
    restartVisibility(bar)
    fitBar(bar)
    if (focused) bar.querySelector<HTMLElement>(`[data-part=${focused}], #${focused}`)?.focus({ preventScroll: true })
  }

  function watch(isNear: boolean): void {
    for (const start of isNear ? [watchVisibility, fitBar] : [unwatchVisibility, stopFitting]) start(bar)
  }

  function release(): void {
    watch(false)
    host.remove()
  }

  return {
    host,
    bar,
    watch,
    show,
    setActive: (isActive) => bar.classList.toggle('is-row', isActive),
    focus: () => focusFirst(bar),
    release,
  }
}

/** Focuses the first control of a bar or, where it has none, its first state. */
export function focusFirst(bar: HTMLElement, options?: FocusOptions): void {
  const first = bar.querySelector<HTMLElement>('[data-part]') ?? bar.querySelector<HTMLElement>('[role=status]')
  first?.focus(options)
}

/** What a view shows as one element, and the view of it. */
type Part = { key: string; node: HTMLElement }

/** Returns the parts of a view from the left; those that did not change are the same. */
function partsOf(view: RowView, shown: ReadonlyMap<string, Part>): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const name of ['perMile', 'ask', 'main', 'call', 'save'] as const) {
    if (!view[name]) continue
    const key = JSON.stringify(view[name])
    const known = shown.get(name)
    const node = known?.key === key ? undefined : nodeOf(view, name, known?.node)
    if (node) parts.set(name, { key, node })
    else if (known) parts.set(name, known)
  }
  return parts
}

/** Returns a part with what the view says. A text changes in place, but a control is new: no press ends on another. */
function nodeOf({ perMile, ask, ...controls }: RowView, name: keyof RowView, known?: HTMLElement) {
  const text = known ?? copyOf('text', () => element('span', {}, drawnText('')))
  if (name === 'perMile') return perMile && labeled(text, { className: 'per-mile', title: perMile.title }, perMile.text)
  if (name === 'ask') return ask && labeled(text, { className: `ask ${ask.tone}`, title: ask.title ?? '' }, ask.text)
  const control = controls[name]
  return control && controlPart(name, control)
}

function controlPart(part: RowPart, { label, icon: name, tone, title, action }: Control<unknown>): HTMLElement {
  const className = `${part} ${tone}`
  const content = () => [icon(name), drawnText('')]
  if (!action) {
    const status = copyOf(`status ${name}`, () => element('span', { role: 'status', tabIndex: -1 }, ...content()))
    return labeled(status, { id: part, className: `status ${className}`, title }, label) // its id keeps the focus
  }
  const ariaLabel = `${label}. ${title}`
  if (part === 'call' && typeof action === 'string') {
    const link = copyOf(`call ${name}`, () => element('a', { data: { part } }, ...content()))
    return labeled(link, { className, title, ariaLabel, href: `tel:${action}` }, label)
  }
  const button = copyOf(`${part} ${name}`, () => element('button', { type: 'button', data: { part } }, ...content()))
  return labeled(button, { className, title, ariaLabel }, label)
}

/** Gives an element its properties, and the drawn text at its end this text. */
function labeled<T extends HTMLElement>(node: T, properties: Partial<T>, text: string): T {
  node.lastElementChild?.setAttribute('data-text', text)
  return Object.assign(node, properties)
}

/** What rows show, without what differs between them. */
const drafts = new Map<string, HTMLElement>()

/** Returns a copy of an element that is created once: a page has hundreds of each. */
function copyOf<T extends HTMLElement>(name: string, create: () => T): T {
  const draft = drafts.get(name) ?? create()
  drafts.set(name, draft)
  return draft.cloneNode(true) as T
}

function replace(old: HTMLElement | undefined, node: HTMLElement): void {
  if (old !== node) old?.replaceWith(node)
}
