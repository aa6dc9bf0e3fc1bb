import { DomUtil, type LatLng, type Map as LeafletMap, type Point } from 'leaflet'
import type { Frame } from './frame.ts'

/** How far a canvas reaches beyond the window on each side, as a share of its size. */
const padding = 0.3

/**
 * Adds a canvas that moves with the map, is drawn again when the window leaves it and after each change of zoom, and is
 * scaled meanwhile.
 */
export function addCanvas(map: LeafletMap, pane: HTMLElement, draw: (frame: Frame) => void): { redraw: () => void } {
  const canvas = document.createElement('canvas')
  canvas.className = 'leaflet-zoom-animated'
  canvas.setAttribute('aria-hidden', 'true')
  pane.append(canvas)
  const context = canvas.getContext('2d', { alpha: true })
  let drawn: { topLeft: LatLng; zoom: number; corner: Point; size: Point } | undefined

  function redraw(): void {
    const view = map.getSize()
    const size = view.multiplyBy(1 + 2 * padding).round()
    const corner = map.containerPointToLayerPoint(view.multiplyBy(-padding)).round()
    const origin = map.getPixelOrigin().add(corner)
    const zoom = map.getZoom()
    drawn = { topLeft: map.unproject(origin, zoom), zoom, corner, size }
    const ratio = Math.min(2, window.devicePixelRatio || 1)
    canvas.width = size.x * ratio
    canvas.height = size.y * ratio
    canvas.style.width = `${size.x}px`
    canvas.style.height = `${size.y}px`
    DomUtil.setTransform(canvas, corner, 1)
    if (!context) return
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    draw({ context, zoom, left: origin.x, top: origin.y, width: size.x, height: size.y })
  }

  function redrawIfOutside(): void {
    if (!drawn || drawn.zoom !== map.getZoom()) return
    const corner = map.containerPointToLayerPoint([0, 0]).subtract(drawn.corner)
    const free = drawn.size.subtract(map.getSize()).subtract(corner)
    if (Math.min(corner.x, corner.y, free.x, free.y) < 0) redraw()
  }

  /** Scales what is drawn to another view. */
  function scaleTo(center: LatLng, zoom: number): void {
    if (!drawn) return
    const offset = map.project(drawn.topLeft, zoom).subtract(originAt(map, center, zoom))
    DomUtil.setTransform(canvas, offset, map.getZoomScale(zoom, drawn.zoom))
  }

  const handlers = {
    move: redrawIfOutside,
    zoom: () => scaleTo(map.getCenter(), map.getZoom()),
    zoomanim: ({ center, zoom }: { center: LatLng; zoom: number }) => scaleTo(center, zoom),
  }
  map.on(handlers)
  return { redraw }
}

/** The pixel of the world at the top left of the map's layers in another view. */
export const originAt = (map: LeafletMap, center: LatLng, zoom: number): Point =>
  map
    .project(center, zoom)
    .subtract(map.getSize().divideBy(2))
    .subtract(map.containerPointToLayerPoint([0, 0]))
    .round()
