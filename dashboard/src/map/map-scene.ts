import { LatLngBounds, type Map as LeafletMap } from 'leaflet'
import { addTiles, seenBox } from './base-tiles.ts'
import type { Box } from './box.ts'
import { layOut } from './lay-out.ts'
import { mapBounds } from './leaflet-map.ts'
import { createDrawing } from './map-drawing.ts'
import { overhang } from './place-callouts.ts'
import { citiesBetween, type Lane, type RouteShape, shapeRoute, stopsOf } from './route.ts'
import { addRouteDrawing } from './route-drawing.ts'
import { addStops } from './stops.ts'

const maxRouteZoom = 8
/** How far callouts stay from the edges of the window, and from the corner with the controls. */
const margin = 8
const zoomStep = 0.25
const controls = { width: 60, height: 170 }

/** Where callouts have room, and the part of that under the controls. */
function roomOf(map: LeafletMap, bottomInset: number): { window: Box; covered: Box[] } {
  const { left, top, right, bottom } = seenBox(map)
  return {
    window: { left: left + margin, top: top + margin, right: right - margin, bottom: bottom - margin - bottomInset },
    covered: [{ left: right - controls.width, top, right, bottom: top + controls.height }],
  }
}

function fitRoute(map: LeafletMap, lane: Lane, bottomInset: number): void {
  const points = [...lane.points, ...stopsOf(lane).map(({ stop }) => stop)]
  const left = Math.min(72, map.getSize().x / 8)
  const right = Math.max(left, controls.width + margin)
  const minZoom = Math.min(5, map.getBoundsZoom(mapBounds, true))
  // Raising the lowest zoom above the current one would start an animation that ends after what follows.
  if (map.getZoom() < minZoom) map.setZoom(minZoom, { animate: false })
  map.setMinZoom(minZoom)
  if (points.length > 0)
    map.fitBounds(new LatLngBounds(points.map(({ latitude, longitude }) => [latitude, longitude])), {
      paddingTopLeft: [left, 48],
      paddingBottomRight: [right, 40 + bottomInset],
      maxZoom: maxRouteZoom,
      animate: false,
    })
}

/** Shows a lane on a map: the drawn base, the route, and the stops with their callouts. */
export function createScene(map: LeafletMap, onMissing: (isMissing: boolean) => void) {
  const drawing = createDrawing(map.getContainer(), { onLoad: arrange, onMissing })
  const base = addTiles(map, map.createPane('base'), drawing.prepare)
  const route = addRouteDrawing(map)
  const stops = addStops(map)
  let shown: { lane: Lane; shape: RouteShape } | undefined
  let bottomInset = 0
  let showsAll = true

  /** Places everything for the zoom; returns how far callouts reach out of the window. */
  function place(): number {
    if (!shown) return 0
    const { lane } = shown
    const shape = drawing.followRoads(shown.shape)
    const room = roomOf(map, bottomInset)
    const sizes = stops.measure()
    const layout = layOut({
      route: shape,
      stops: stopsOf(lane).map(({ stop }) => stop),
      sizes,
      zoom: map.getZoom(),
      ...room,
    })
    drawing.setSurroundings({ obstacles: layout.obstacles, routeCities: citiesBetween(lane) })
    route.draw(shape, layout)
    stops.place(layout.callouts)
    return Math.max(0, ...layout.callouts.map((box) => overhang(box, room.window)))
  }

  function arrange(): void {
    place()
    void drawing.loadFor(map.getZoom())
    base.redraw()
  }

  /** Shows the whole route, with room for its callouts. */
  function showRoute(): void {
    if (shown) fitRoute(map, shown.lane, bottomInset)
    const zoom = map.getZoom()
    for (let tries = 0; place() > 0 && tries < 3; tries++) map.setZoom(map.getZoom() - zoomStep, { animate: false })
    if (place() > 0) map.setZoom(zoom, { animate: false })
    showsAll = true
    arrange()
  }

  map.on('dragstart zoomstart', () => {
    showsAll = false
  })
  map.on('zoomend', arrange)

  return {
    showRoute,
    finish: base.finish,
    retry: () => void drawing.loadFor(map.getZoom()),
    /** Shows a lane from now on; `marks` are the elements of its stops. */
    show(lane: Lane, marks: HTMLElement[], inset: number) {
      shown = { lane, shape: shapeRoute(lane) }
      bottomInset = inset
      stops.set(
        stopsOf(lane).map(({ stop }) => stop),
        marks,
      )
      if (showsAll) showRoute()
      else arrange()
    },
    resize() {
      map.invalidateSize({ animate: false, pan: false })
      if (showsAll) showRoute()
      else arrange()
    },
    recolor() {
      drawing.readColors()
      base.redraw()
    },
  }
}
