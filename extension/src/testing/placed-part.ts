import { vi } from 'vitest'

/** What a browser computes for an element without any style, as far as visibility depends on it. */
const initialStyle = {
  visibility: 'visible',
  opacity: '1',
  filter: 'none',
  overflow: 'visible',
  maskImage: 'none',
  clipPath: 'none',
  mixBlendMode: 'normal',
  borderRadius: '0px',
  pointerEvents: 'auto',
  borderStyle: 'none',
  borderWidth: '0px',
  outlineStyle: 'none',
  outlineWidth: '0px',
  backgroundImage: 'none',
  backgroundColor: 'rgba(0, 0, 0, 0)',
  boxShadow: 'none',
  backdropFilter: 'none',
}

const places = new WeakMap<Element, () => DOMRect>()

/** Gives an element a place on the screen. */
export const placeAt = (element: Element, place: () => DOMRect): unknown => places.set(element, place)

/** Computes places and styles of elements as a browser does, by their own place and style alone. */
export function stubLayout(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return places.get(this)?.() ?? new DOMRect()
  })
  vi.stubGlobal('getComputedStyle', ({ style }: HTMLElement) => {
    const own = Object.keys(initialStyle).flatMap((name) => {
      const value: unknown = Reflect.get(style, name)
      return value ? [[name, value]] : []
    })
    return { ...initialStyle, ...Object.fromEntries(own), getPropertyValue: () => '' }
  })
}

/** Creates a bar in a closed shadow root of a row, at a place that tests move: the host has it, and the bar as well. */
export function placePart(rect: { left: number; top: number; width: number; height: number }) {
  const row = document.body.appendChild(document.createElement('div'))
  const host = row.appendChild(document.createElement('div'))
  const part = host.attachShadow({ mode: 'closed' }).appendChild(document.createElement('div'))
  part.className = 'controls'
  let place = new DOMRect(rect.left, rect.top, rect.width, rect.height)
  let isRaised = false
  for (const element of [host, part]) placeAt(element, () => place)
  placeAt(row, () => new DOMRect(0, place.top - 8, 1000, 40))
  Object.defineProperty(part, 'offsetHeight', { get: () => rect.height })
  Object.assign(part, {
    checkVisibility: () => true,
    showPopover: () => {
      isRaised = true
    },
    hidePopover: () => {
      isRaised = false
    },
    matches: (selector: string) =>
      selector === ':popover-open' ? isRaised : HTMLElement.prototype.matches.call(part, selector),
  })
  return {
    row,
    host,
    part,
    isRaised: () => isRaised,
    /** Moves the row, and the part with it. */
    moveTo: (left: number, top: number): void => {
      place = new DOMRect(left, top, rect.width, rect.height)
    },
  }
}
