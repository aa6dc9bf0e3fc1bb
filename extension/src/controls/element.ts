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

const svg = 'http://www.w3.org/2000/svg'

/** Lucide icons (ISC license), 14 px. */
const icons = {
  mail: ['M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z', 'm22 7-9 5.7a2 2 0 0 1-2 0L2 7'],
  check: ['M20 6 9 17l-5-5'],
  lock: ['M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z', 'M7 11V7a5 5 0 0 1 10 0v4'],
  alert: ['m21.7 18-8-14a2 2 0 0 0-3.5 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.7-3', 'M12 9v4', 'M12 17h.01'],
  'sign-in': ['m10 17 5-5-5-5', 'M15 12H3', 'M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4'],
  spinner: ['M21 12a9 9 0 1 1-6.2-8.6'],
  undo: ['M9 14 4 9l5-5', 'M4 9h10.5a5.5 5.5 0 0 1 0 11H11'],
  more: ['m6 9 6 6 6-6'],
} as const

export function icon(name: keyof typeof icons): SVGElement {
  const drawing = document.createElementNS(svg, 'svg')
  for (const [attribute, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '14',
    height: '14',
    'aria-hidden': 'true',
    class: name,
  }))
    drawing.setAttribute(attribute, value)
  for (const d of icons[name]) {
    const path = document.createElementNS(svg, 'path')
    path.setAttribute('d', d)
    drawing.append(path)
  }
  return drawing
}
