import '../ui/trusted-html.ts' // before Leaflet, which assigns HTML as it loads
import './map.css'
import type { TileServer } from '@loadping/contract/map/map.api'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { loadBase } from './base-data.ts'
import { MapControls } from './map-controls.tsx'
import { createMapView, type MapView, type ViewState } from './map-view.ts'
import { describeLane, describeLegs, type Lane, stopsOf } from './route.ts'
import { StopMark } from './stop-mark.tsx'

type LoadMapProps = Lane & {
  /** The server of another base map, where the operator configured one. */
  tiles?: TileServer | null
  /** How many pixels at the bottom the page covers. */
  bottomInset?: number
}

const panPixels = 80
/** What each key does: pan right and down by so many steps. */
const pans: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const zooms: Record<string, number> = { '+': 1, '=': 1, '-': -1, _: -1 }

/** Moves the map by keys; returns whether the key was one of them. */
function moveByKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, view: MapView): boolean {
  if (ctrlKey || metaKey || altKey) return false
  const pan = pans[key]
  const zoom = zooms[key]
  const steps = shiftKey ? 3 : 1
  if (pan) view.panBy(pan[0] * panPixels * steps, pan[1] * panPixels * steps)
  else if (zoom) view.zoomBy(zoom)
  else if (key === '0' || key === 'Home') view.showRoute()
  else return false
  return true
}

/** Starts to load what every map draws. */
export const preloadBase = () => loadBase()

/** Shows a lane on a map that needs no network beyond its own data. It fills its container. */
export function LoadMap({ tiles, bottomInset = 0, ...lane }: LoadMapProps) {
  const surface = useRef<HTMLDivElement>(null)
  const marks = useRef<HTMLElement[]>([])
  const [view, setView] = useState<MapView>()
  const [state, setState] = useState<ViewState>()
  const [showsTiles, setShowsTiles] = useState(true)
  const helpId = useId()
  const stops = stopsOf(lane)
  const name = describeLane(lane)

  useEffect(() => {
    if (!surface.current) return
    const created = createMapView(surface.current, setState)
    setView(created)
    return () => {
      setView(undefined)
      created.remove()
    }
  }, [])

  const show = useEffectEvent((onto: MapView) => onto.show(lane, marks.current, bottomInset))
  const laneKey = JSON.stringify([lane, bottomInset])
  // biome-ignore lint/correctness/useExhaustiveDependencies: laneKey stands for the lane, which is a new object each time.
  useEffect(() => {
    if (view) show(view)
  }, [view, laneKey])

  useEffect(() => {
    view?.setTiles(showsTiles && tiles ? tiles : undefined)
  }, [view, tiles, showsTiles])

  const addMark = (index: number) => (element: HTMLElement | null) => {
    if (element) marks.current[index] = element
    else marks.current.length = index
  }

  return (
    <section aria-label={`Map: ${name}`} className="absolute inset-0 overflow-hidden bg-map-water">
      <div
        ref={surface}
        role="application"
        aria-roledescription="map"
        aria-label={name}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the map.
        tabIndex={0}
        onKeyDown={(event) => view && moveByKey(event, view) && event.preventDefault()}
        className="load-map-surface absolute inset-0"
      />
      {view &&
        createPortal(
          stops.map(({ letter, stop }, index) => (
            <StopMark key={letter ?? 'truck'} ref={addMark(index)} letter={letter} stop={stop} />
          )),
          view.stopPane,
        )}
      <p id={helpId} className="sr-only">
        Arrow keys move the map, plus and minus zoom, 0 shows the whole route.
      </p>
      <ol className="sr-only" aria-label="Route">
        {describeLegs(lane.points).map((leg) => (
          <li key={leg}>{leg}</li>
        ))}
      </ol>
      {view && state && (
        <MapControls
          view={view}
          state={state}
          tiles={tiles ?? undefined}
          showsTiles={showsTiles}
          onToggleTiles={() => setShowsTiles(!showsTiles)}
          bottomInset={bottomInset}
        />
      )}
    </section>
  )
}
