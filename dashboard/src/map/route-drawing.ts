import type { LatLng, Map as LeafletMap } from 'leaflet'
import { originAt } from './base-tiles.ts'
import type { Box } from './box.ts'
import type { Bend } from './curves.ts'
import { scaleAt } from './frame.ts'
import type { Layout } from './lay-out.ts'
import type { RouteShape } from './route.ts'

const namespace = 'http://www.w3.org/2000/svg'

/** Draws a route as SVG, which moves with the map and follows the color scheme by its classes. */
export function addRouteDrawing(map: LeafletMap) {
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('class', 'route-drawing leaflet-zoom-animated')
  svg.setAttribute('aria-hidden', 'true')
  map.getPanes().overlayPane.append(svg)
  let drawn: { topLeft: LatLng; zoom: number } | undefined

  function position(center = map.getCenter(), zoom = map.getZoom()): void {
    if (!drawn) return
    const offset = map.project(drawn.topLeft, zoom).subtract(originAt(map, center, zoom))
    svg.style.transform = `translate(${offset.x}px, ${offset.y}px) scale(${map.getZoomScale(zoom, drawn.zoom)})`
  }
  map.on('zoom viewreset', () => position())
  map.on('zoomanim', ({ center, zoom }) => position(center, zoom))

  return {
    draw(route: RouteShape, { shields }: Layout): void {
      const zoom = map.getZoom()
      const origin = map.getPixelOrigin()
      drawn = { topLeft: map.unproject(origin, zoom), zoom }
      const path = (bends: Bend[], name: string) => createPath(toPath(bends, scaleAt(zoom), origin), name)
      svg.replaceChildren(
        path(route.deadhead, 'route-casing deadhead-casing'),
        path(route.deadhead, 'deadhead'),
        ...(route.isStraight ? [] : [path(route.bends, 'route-casing')]),
        path(route.bends, route.isStraight ? 'route straight-route' : 'route'),
        ...shields.map(({ label, box }) => createShield(label.text, box, origin)),
      )
      position()
    },
  }
}

function createElement(name: string, className: string, attributes: Record<string, number | string>): SVGElement {
  const element = document.createElementNS(namespace, name)
  element.setAttribute('class', className)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

const createPath = (d: string, className: string) => createElement('path', className, { d })

function createShield(text: string, { left, top, right, bottom }: Box, origin: { x: number; y: number }): SVGElement {
  const shield = createElement('g', 'route-shield', { transform: `translate(${left - origin.x} ${top - origin.y})` })
  const width = right - left
  const height = bottom - top
  const label = createElement('text', '', { x: width / 2, y: height / 2 + 0.5 })
  label.textContent = text
  shield.append(createElement('rect', '', { width, height, rx: 3.5 }), label)
  return shield
}

function toPath(bends: Bend[], scale: number, origin: { x: number; y: number }): string {
  const at = ({ x, y }: { x: number; y: number }) =>
    `${(x * scale - origin.x).toFixed(1)} ${(y * scale - origin.y).toFixed(1)}`
  const [first] = bends
  if (!first) return ''
  return `M${at(first.from)}${bends.map(({ control, control2, to }) => `C${at(control)} ${at(control2)} ${at(to)}`).join('')}`
}
