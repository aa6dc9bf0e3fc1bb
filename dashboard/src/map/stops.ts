import { DomUtil, type LatLng, type Map as LeafletMap, type ZoomAnimEvent } from 'leaflet'
import { originAt } from './base-tiles.ts'
import type { Box } from './box.ts'
import type { MapStop } from './route.ts'

type Mark = { stop: MapStop; element: HTMLElement }

/** Keeps the elements of stops at their places: each holds a pin and, as its last child, the callout. */
export function addStops(map: LeafletMap) {
  let marks: Mark[] = []
  const at = ({ latitude, longitude }: MapStop): [number, number] => [latitude, longitude]

  function animate(center: LatLng, zoom: number): void {
    const origin = originAt(map, center, zoom)
    for (const { stop, element } of marks)
      DomUtil.setPosition(element, map.project(at(stop), zoom).subtract(origin).round())
  }
  const handlers = {
    zoomanim: ({ center, zoom }: ZoomAnimEvent) => animate(center, zoom),
    zoom: () => animate(map.getCenter(), map.getZoom()),
  }
  map.on(handlers)

  return {
    set(stops: MapStop[], elements: HTMLElement[]) {
      marks = stops.flatMap((stop, index) => {
        const element = elements[index]
        return element ? [{ stop, element }] : []
      })
    },
    measure: () =>
      marks.map(({ element }) => {
        const callout = element.lastElementChild
        return callout instanceof HTMLElement
          ? { width: callout.offsetWidth, height: callout.offsetHeight }
          : { width: 0, height: 0 }
      }),
    /** Moves the pins to their places and the callouts into boxes, which are in pixels of the world. */
    place(boxes: Box[]) {
      for (const [index, { stop, element }] of marks.entries()) {
        const pin = map.project(at(stop))
        DomUtil.setPosition(element, map.latLngToLayerPoint(at(stop)))
        const box = boxes[index]
        const callout = element.lastElementChild
        if (box && callout instanceof HTMLElement)
          callout.style.transform = `translate(${Math.round(box.left - pin.x)}px, ${Math.round(box.top - pin.y)}px)`
      }
    },
  }
}
