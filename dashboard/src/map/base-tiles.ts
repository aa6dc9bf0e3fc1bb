import { DomUtil, type LatLng, type Map as LeafletMap } from 'leaflet'
import { type Box, contains, grow } from './box.ts'
import type { Frame } from './frame.ts'

/** Small enough that a slow processor draws one between two frames of a moving map. */
const tileSize = 384
/** How far tiles are drawn and kept beyond the window, and labels are placed, in pixels. */
const drawnMargin = 128
const keptMargin = 768
const labelMargin = 2048
/** How many tiles are drawn at once when there are none to look at yet. */
const firstBatch = 3

type Tile = { canvas: HTMLCanvasElement; left: number; top: number }
/** The tiles of one zoom, in an element that is scaled while the zoom changes. */
type Level = {
  zoom: number
  holder: HTMLElement
  topLeft: LatLng
  tiles: Map<string, Tile>
  region: Box
  isComplete: boolean
  paint: (frame: Frame) => void
}

/**
 * Adds canvases that show what `prepare` returns for a zoom and a region, drawn one by one. Those of the zoom before
 * stay until then.
 */
export function addTiles(
  map: LeafletMap,
  pane: HTMLElement,
  prepare: (zoom: number, region: Box) => Level['paint'] | undefined,
) {
  let current: Level | undefined
  let previous: Level | undefined
  let request = 0

  function startLevel(): void {
    const zoom = map.getZoom()
    const seen = seenBox(map)
    const region = grow(seen, labelMargin)
    const paint = prepare(zoom, region)
    if (!paint) return
    if (current?.isComplete) {
      previous?.holder.remove()
      previous = current
    } else current?.holder.remove()
    const holder = DomUtil.create('div', 'leaflet-zoom-animated', pane)
    const topLeft = map.unproject([Math.round(seen.left), Math.round(seen.top)], zoom)
    current = { zoom, holder, topLeft, tiles: new Map(), region, isComplete: false, paint }
    position()
    schedule()
  }

  function position(center = map.getCenter(), zoom = map.getZoom()): void {
    const origin = originAt(map, center, zoom)
    for (const level of [previous, current])
      if (level)
        DomUtil.setTransform(
          level.holder,
          map.project(level.topLeft, zoom).subtract(origin).round(),
          map.getZoomScale(zoom, level.zoom),
        )
  }

  function schedule(): void {
    cancelAnimationFrame(request)
    request = requestAnimationFrame(() => paintSome(current?.isComplete ? 1 : firstBatch))
  }

  /** Paints tiles that the window needs, the nearest to its middle first. */
  function paintSome(count: number): void {
    if (current?.zoom !== map.getZoom()) return
    const seen = seenBox(map)
    const missing = listTiles(grow(seen, drawnMargin)).filter(({ key }) => !current?.tiles.has(key))
    const x = (seen.left + seen.right) / 2
    const y = (seen.top + seen.bottom) / 2
    const distance = ({ left, top }: Spot) => Math.hypot(left + tileSize / 2 - x, top + tileSize / 2 - y)
    missing.sort((one, other) => distance(one) - distance(other))
    for (const spot of missing.slice(0, count)) current.tiles.set(spot.key, paintTile(map, current, spot))
    if (missing.length > count) schedule()
    else finishLevel(current, grow(seen, keptMargin))
  }

  function finishLevel(level: Level, kept: Box): void {
    level.isComplete = true
    previous?.holder.remove()
    previous = undefined
    dropFar(level, kept)
  }

  function update(): void {
    if (!current || current.zoom !== map.getZoom() || !contains(current.region, seenBox(map))) startLevel()
    else schedule()
  }

  map.on('move', () => {
    if (current?.zoom === map.getZoom()) update()
  })
  map.on('zoom viewreset', () => position())
  map.on('moveend', update)
  map.on('zoomanim', ({ center, zoom }) => position(center, zoom))
  map.on('unload', () => cancelAnimationFrame(request))
  return {
    /** Draws everything again. */
    redraw: startLevel,
    /** Draws what is missing now, as before a print. */
    finish: () => paintSome(Number.POSITIVE_INFINITY),
  }
}

type Spot = { key: string; left: number; top: number }

function listTiles({ left, top, right, bottom }: Box): Spot[] {
  const spots: Spot[] = []
  for (let y = Math.floor(top / tileSize); y * tileSize < bottom; y++)
    for (let x = Math.floor(left / tileSize); x * tileSize < right; x++)
      spots.push({ key: `${x},${y}`, left: x * tileSize, top: y * tileSize })
  return spots
}

function paintTile(map: LeafletMap, { zoom, holder, topLeft, paint }: Level, { left, top }: Spot): Tile {
  const ratio = Math.min(2, window.devicePixelRatio || 1)
  const canvas = DomUtil.create('canvas', '', holder)
  canvas.setAttribute('aria-hidden', 'true')
  canvas.width = canvas.height = tileSize * ratio
  canvas.style.width = canvas.style.height = `${tileSize}px`
  const origin = map.project(topLeft, zoom).round()
  canvas.style.transform = `translate(${left - origin.x}px, ${top - origin.y}px)`
  const context = canvas.getContext('2d', { alpha: false })
  context?.setTransform(ratio, 0, 0, ratio, 0, 0)
  if (context) paint({ context, zoom, left, top, width: tileSize, height: tileSize })
  return { canvas, left, top }
}

function dropFar({ tiles }: Level, kept: Box): void {
  for (const [key, { canvas, left, top }] of tiles) {
    if (left < kept.right && left + tileSize > kept.left && top < kept.bottom && top + tileSize > kept.top) continue
    canvas.remove()
    tiles.delete(key)
  }
}

/** The part of the world in the window, in its pixels. */
export function seenBox(map: LeafletMap): Box {
  const { x: left, y: top } = map.getPixelOrigin().add(map.containerPointToLayerPoint([0, 0]))
  const { x: width, y: height } = map.getSize()
  return { left, top, right: left + width, bottom: top + height }
}

/** The pixel of the world at the top left of the map's layers in another view. */
export const originAt = (map: LeafletMap, center: LatLng, zoom: number) =>
  map
    .project(center, zoom)
    .subtract(map.getSize().divideBy(2))
    .subtract(map.containerPointToLayerPoint([0, 0]))
    .round()
