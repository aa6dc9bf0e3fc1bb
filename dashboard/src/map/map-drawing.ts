import { type Base, loadBase, loadTowns, type Towns } from './base-data.ts'
import { townZoom } from './base-format.ts'
import { placeBaseLabels } from './base-labels.ts'
import type { Box } from './box.ts'
import { drawBase, drawLabels } from './draw-base.ts'
import type { Frame } from './frame.ts'
import { readColors } from './map-colors.ts'
import { alignToRoads, type RouteShape } from './route.ts'

type Handlers = { onLoad: () => void; onMissing: (isMissing: boolean) => void }

/** What labels stay clear of, and the cities whose labels stand beside the route. */
export type Surroundings = { obstacles: Box[]; routeCities: Set<string> }

/** Keeps what the base is drawn from: its data, the colors, and what is around its labels. */
export function createDrawing(container: HTMLElement, { onLoad, onMissing }: Handlers) {
  let colors = readColors(container)
  let data: { base?: Base; towns?: Towns } = {}
  let around: Surroundings = { obstacles: [], routeCities: new Set() }

  /** Loads what the zoom needs and is not there yet. */
  async function loadFor(zoom: number): Promise<void> {
    const needsTowns = zoom >= townZoom
    if (data.base && (data.towns || !needsTowns)) return
    try {
      const [base, towns] = await Promise.all([loadBase(), needsTowns ? loadTowns() : data.towns])
      data = towns ? { base, towns } : { base }
      onMissing(false)
      onLoad()
    } catch {
      onMissing(true)
    }
  }

  return {
    loadFor,
    readColors() {
      colors = readColors(container)
    },
    /** Returns the route as the roads of the map run, where they are loaded. */
    followRoads: (route: RouteShape): RouteShape => (data.base ? alignToRoads(route, data.base.highways) : route),
    /** Keeps labels clear of these obstacles from now on. */
    setSurroundings(surroundings: Surroundings) {
      around = surroundings
    },
    /** Places the labels of a region; returns what draws a part of it, or undefined before the data is there. */
    prepare(zoom: number, region: Box): ((frame: Frame) => void) | undefined {
      const { base } = data
      const towns = zoom >= townZoom ? data.towns : undefined
      if (!base) return undefined
      const labels = placeBaseLabels({ base, towns, zoom, region, ...around })
      return (frame) => {
        drawBase(frame, { base, towns, colors })
        drawLabels(frame, labels, colors)
      }
    },
  }
}
