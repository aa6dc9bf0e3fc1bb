import { type Base, loadBase, loadTowns, type Towns, townZoom } from './base-data.ts'
import { type BaseLabel, placeBaseLabels } from './base-labels.ts'
import { drawBase, drawLabels } from './draw-base.ts'
import { drawRoute } from './draw-route.ts'
import type { Frame } from './frame.ts'
import type { Layout } from './lay-out.ts'
import { readColors } from './map-colors.ts'
import type { Placed } from './place-labels.ts'
import type { RouteShape } from './route.ts'

/** Labels are placed for whole cells and those around, so that they stay while the map is dragged. */
const cellSize = 1024

type Handlers = { onLoad: () => void; onMissing: (isMissing: boolean) => void }

/** Keeps what a map draws: its data, colors, and a laid-out route. */
export function createDrawing(container: HTMLElement, { onLoad, onMissing }: Handlers) {
  let colors = readColors(container)
  let data: { base?: Base; towns?: Towns } = {}
  let shown: { route: RouteShape; layout: Layout; routeCities: Set<string> } | undefined
  let placed: { key: string; labels: Placed<BaseLabel>[] } | undefined

  /** Loads what the zoom needs and is not there yet. */
  async function loadFor(zoom: number): Promise<void> {
    const needsTowns = zoom >= townZoom
    if (data.base && (data.towns || !needsTowns)) return
    try {
      const [base, towns] = await Promise.all([loadBase(), needsTowns ? loadTowns() : data.towns])
      data = towns ? { base, towns } : { base }
      placed = undefined
      onMissing(false)
      onLoad()
    } catch {
      onMissing(true)
    }
  }

  function labelsFor({ zoom, left, top, width, height }: Frame, base: Base, towns: Towns | undefined) {
    const cell = (pixel: number, offset: number) => (Math.floor(pixel / cellSize) + offset) * cellSize
    const region = {
      ...{ left: cell(left, -1), top: cell(top, -1) },
      ...{ right: cell(left + width, 2), bottom: cell(top + height, 2) },
    }
    const key = [zoom, ...Object.values(region)].join()
    if (placed?.key !== key) {
      const [obstacles, route] = [shown?.layout.obstacles ?? [], shown?.routeCities ?? new Set<string>()]
      placed = { key, labels: placeBaseLabels({ base, towns, zoom, region, obstacles, route }) }
    }
    return placed.labels
  }

  return {
    loadFor,
    readColors() {
      colors = readColors(container)
    },
    /** Draws this route from now on, with labels that stay clear of it. */
    show(route: RouteShape, layout: Layout, routeCities: Set<string>) {
      shown = { route, layout, routeCities }
      placed = undefined
    },
    drawBase(frame: Frame) {
      const { base, towns } = data
      if (!base) return
      const shownTowns = frame.zoom >= townZoom ? towns : undefined
      drawBase(frame, { base, towns: shownTowns, colors })
      drawLabels(frame, labelsFor(frame, base, shownTowns), colors)
    },
    drawRoute(frame: Frame) {
      if (shown) drawRoute(frame, shown.route, shown.layout.shields, colors)
    },
  }
}
