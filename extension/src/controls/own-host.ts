import { element } from './element.ts'

let sheet: CSSStyleSheet | undefined

/**
 * Creates a closed shadow root, which the page can neither read nor click, on a host that takes no space. The board
 * gets none of its events.
 */
export function createOwnHost(style: string): { host: HTMLElement; root: ShadowRoot } {
  const host = element('div')
  host.style.position = 'absolute' // inline, so that it also holds in a copy of the row that the board makes
  for (const name of ['click', 'dblclick', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'keydown', 'keyup'])
    host.addEventListener(name, stopPropagation)
  const root = host.attachShadow({ mode: 'closed' })
  root.adoptedStyleSheets = [sheet ?? createSheet(style)]
  hosts.add(host)
  return { host, root }
}

/** Whether a node of the page holds our controls. */
export const isOwnHost = (node: Node): boolean => hosts.has(node)

const hosts = new WeakSet<Node>()

function createSheet(style: string): CSSStyleSheet {
  sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  return sheet
}

const stopPropagation = (event: Event): void => event.stopPropagation()

/** A held key is no further click, so that focus that moves meanwhile clicks nothing. */
export function refuseRepeat(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}
