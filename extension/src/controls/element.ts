/** Creates an element. No argument is ever parsed as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], 'style' | 'dataset'>> & { data?: Record<string, string> } = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const { data = {}, ...rest } = properties
  const created = document.createElement(tag)
  Object.assign(created, rest)
  Object.assign(created.dataset, data)
  created.append(...children)
  return created
}

/** Creates a text that CSS draws, which a page cannot find. It finds any other, even in closed shadow roots (`window.find`). */
export const drawnText = (text: string): HTMLElement => element('span', { data: { text } })

/** Replaces the texts of an element by drawn ones. */
export function drawTexts(within: HTMLElement): void {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) text.parentNode?.replaceChild(drawnText(text.nodeValue ?? ''), text)
}

/**
 * Draws the text of fields over the fields, where a page finds only dots. Both use a monospace font, so that the caret
 * stays in its place.
 */
export function drawFields(within: HTMLElement): void {
  for (const field of within.querySelectorAll('input')) {
    const drawn = drawnText(field.value)
    const follow = () => {
      drawn.dataset['text'] = field.value
      drawn.style.textIndent = `${-field.scrollLeft}px`
    }
    for (const name of ['input', 'scroll', 'focus', 'blur', 'keyup']) field.addEventListener(name, follow)
    const place = element('span', { className: 'field' })
    field.replaceWith(place)
    place.append(field, drawn)
  }
}

/** Creates a button that does this work when it is clicked. */
export function button(label: string, className: string, work: (click: MouseEvent) => unknown): HTMLButtonElement {
  const created = element('button', { type: 'button', className }, label)
  created.addEventListener('click', (click) => void work(click))
  return created
}

const phone =
  'M22 16.9v3a2 2 0 0 1-2.2 2 19.8 19.8 0 0 1-8.6-3.1 19.5 19.5 0 0 1-6-6A19.8 19.8 0 0 1 2.1 4.2 2 2 0 0 1 4.1 2h3a2 2 0 0 1 2 1.7c.1 1 .4 1.9.7 2.8a2 2 0 0 1-.5 2.1L8.1 9.9a16 16 0 0 0 6 6l1.3-1.3a2 2 0 0 1 2.1-.4c.9.3 1.8.6 2.8.7a2 2 0 0 1 1.7 2z'
const bookmark = 'M19 21l-7-4-7 4V5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2z'

/** Lucide icons (ISC license), 14 px. */
export const icons = {
  mail: ['M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z', 'm22 7-9 5.7a2 2 0 0 1-2 0L2 7'],
  check: ['M20 6 9 17l-5-5'],
  lock: ['M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z', 'M7 11V7a5 5 0 0 1 10 0v4'],
  alert: ['m21.7 18-8-14a2 2 0 0 0-3.5 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.7-3', 'M12 9v4', 'M12 17h.01'],
  'sign-in': ['m10 17 5-5-5-5', 'M15 12H3', 'M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4'],
  spinner: ['M21 12a9 9 0 1 1-6.2-8.6'],
  undo: ['M9 14 4 9l5-5', 'M4 9h10.5a5.5 5.5 0 0 1 0 11H11'],
  more: ['m6 9 6 6 6-6'],
  phone: [phone],
  'phone-call': [phone, 'M13 2a9 9 0 0 1 9 9', 'M13 6a5 5 0 0 1 5 5'],
  bookmark: [bookmark],
  'bookmark-check': [bookmark, 'm9 10 2 2 4-4'],
  users: [
    'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M9 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
    'M22 21v-2a4 4 0 0 0-3-3.9M16 3.1a4 4 0 0 1 0 7.8',
  ],
  history: ['M3 12a9 9 0 1 0 3-6.7L3 8', 'M3 3v5h5', 'M12 7v5l4 2'],
  send: ['m22 2-7 20-4-9-9-4z', 'M22 2 11 13'],
  close: ['M18 6 6 18', 'm6 6 12 12'],
} as const
export type IconName = keyof typeof icons

const drawn = new Map<IconName, SVGElement>()

export function icon(name: IconName): SVGElement {
  const drawing = drawn.get(name) ?? drawIcon(icons[name], name)
  drawn.set(name, drawing)
  return drawing.cloneNode(true) as SVGElement
}

const svg = 'http://www.w3.org/2000/svg'

/** Draws an icon from its paths. */
export function drawIcon(paths: readonly string[], className: string): SVGElement {
  const drawing = document.createElementNS(svg, 'svg')
  for (const [attribute, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '14',
    height: '14',
    'aria-hidden': 'true',
    class: className,
  }))
    drawing.setAttribute(attribute, value)
  for (const d of paths) {
    const path = document.createElementNS(svg, 'path')
    path.setAttribute('d', d)
    drawing.append(path)
  }
  return drawing
}
