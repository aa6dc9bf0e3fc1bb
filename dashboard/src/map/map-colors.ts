import type { ColorName } from '@loadping/contract/palette'

const names = [
  'map-land',
  'map-land-alt',
  'map-water',
  'map-border',
  'map-county',
  'map-road',
  'map-road-edge',
  'map-label',
] as const satisfies ColorName[]

export type MapColors = Record<(typeof names)[number], string>

/** Reads the colors of an element's color scheme, because a canvas doesn't know custom properties. */
export function readColors(element: HTMLElement): MapColors {
  const probe = document.createElement('span')
  element.append(probe)
  const colors = Object.fromEntries(
    names.map((name) => {
      probe.style.color = `var(--${name})`
      return [name, getComputedStyle(probe).color]
    }),
  )
  probe.remove()
  return colors as MapColors // the keys are the names above
}
