import type { TileServer } from '@loadping/contract/map/map.api'
import { type TileLayer, tileLayer } from 'leaflet'
import { createLeafletMap, mapBounds, maxBaseZoom, prefersStill } from './leaflet-map.ts'
import { createScene } from './map-scene.ts'
import type { Lane } from './route.ts'
import { watchLooks } from './watch-looks.ts'

/** What the controls show. */
export type ViewState = {
  canZoomIn: boolean
  canZoomOut: boolean
  /** Whether the map's data is missing because loading it failed. */
  isBaseMissing: boolean
  /** Whether a tile failed, so that the drawing shows in its place. */
  hasTileErrors: boolean
}

export type MapView = {
  /** Shows another lane; `marks` are the elements of its stops, in the order of `stopsOf`. */
  show: (lane: Lane, marks: HTMLElement[], bottomInset: number) => void
  showRoute: () => void
  zoomBy: (levels: number) => void
  panBy: (x: number, y: number) => void
  setTiles: (tiles: TileServer | undefined) => void
  /** Loads the map's data again. */
  retry: () => void
  /** Where React renders the stops. */
  stopPane: HTMLElement
  remove: () => void
}

const maxTileZoom = 17
const printSize = { width: '680px', height: '520px' }

/** Creates a map in an element: the drawn base, tiles above it, then the route and the stops. */
export function createMapView(container: HTMLElement, onChange: (state: ViewState) => void): MapView {
  const map = createLeafletMap(container)
  let state: ViewState = { canZoomIn: true, canZoomOut: true, isBaseMissing: false, hasTileErrors: false }
  const change = (changes: Partial<ViewState>): void => {
    state = { ...state, ...changes }
    onChange(state)
  }
  const scene = createScene(map, (isBaseMissing) => change({ isBaseMissing }))
  map.on('zoomend zoomlevelschange', () =>
    change({ canZoomIn: map.getZoom() < map.getMaxZoom(), canZoomOut: map.getZoom() > map.getMinZoom() }),
  )
  const stopWatching = watchLooks(container, {
    onResize: scene.resize,
    onColors: scene.recolor,
    onPrint(isPrinting) {
      Object.assign(container.style, isPrinting ? printSize : { width: '', height: '' })
      container.classList.toggle('is-printing', isPrinting)
      scene.recolor()
      scene.resize()
      if (isPrinting) scene.finish()
    },
  })
  let tiles: TileLayer | undefined

  return {
    stopPane: map.getPanes().markerPane,
    show: scene.show,
    showRoute: scene.showRoute,
    retry: scene.retry,
    zoomBy: (levels) => map.setZoom(Math.round(map.getZoom() + levels), { animate: !prefersStill() }),
    panBy: (x, y) => map.panBy([x, y], { animate: !prefersStill() }),
    setTiles(server) {
      tiles?.remove()
      tiles = undefined
      change({ hasTileErrors: false })
      map.setMaxZoom(server ? maxTileZoom : maxBaseZoom)
      if (!server) return
      tiles = tileLayer(server.url, { maxZoom: maxTileZoom, bounds: mapBounds })
      tiles.on('tileerror', () => change({ hasTileErrors: true }))
      tiles.addTo(map)
    },
    remove() {
      stopWatching()
      map.remove()
    },
  }
}
