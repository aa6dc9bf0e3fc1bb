import type { TileServer } from '@loadping/contract/map/map.api'
import { Layers, LocateFixed, Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from '../ui/button-style.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { MapView, ViewState } from './map-view.ts'

type MapControlsProps = {
  view: MapView
  state: ViewState
  tiles: TileServer | undefined
  showsTiles: boolean
  onToggleTiles: () => void
  bottomInset: number
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const

/** The buttons of a map, and what it has to say. */
export const MapControls = ({ view, state, tiles, showsTiles, onToggleTiles, bottomInset }: MapControlsProps) => (
  <>
    <div className="absolute top-4 right-4 flex flex-col rounded-md bg-surface shadow-pop max-sm:top-3 max-sm:right-3 print:hidden">
      <IconButton label="Zoom in" disabled={!state.canZoomIn} onClick={() => view.zoomBy(1)}>
        <Plus {...icon} />
      </IconButton>
      <IconButton label="Zoom out" disabled={!state.canZoomOut} onClick={() => view.zoomBy(-1)}>
        <Minus {...icon} />
      </IconButton>
      <IconButton label="Show the whole route" onClick={() => view.showRoute()}>
        <LocateFixed {...icon} />
      </IconButton>
      {tiles && (
        <IconButton label="Detailed map" aria-pressed={showsTiles} onClick={onToggleTiles}>
          <Layers {...icon} />
        </IconButton>
      )}
    </div>
    <div className="absolute top-3 left-3 flex max-w-2/3 flex-col items-start gap-1 print:hidden">
      {state.isBaseMissing && (
        <Notice>
          The map didn't load. The route is shown without it.
          <button type="button" className={buttonStyle('secondary', 'sm')} onClick={() => view.retry()}>
            Retry
          </button>
        </Notice>
      )}
      {showsTiles && state.hasTileErrors && <Notice>Part of the detailed map didn't load.</Notice>}
    </div>
    {tiles && showsTiles && (
      <p
        className="absolute left-3 rounded-xs bg-surface px-1.5 text-micro text-muted"
        style={{ bottom: bottomInset + 8 }}
      >
        {tiles.credit}
      </p>
    )}
  </>
)

const Notice = ({ children }: { children: ReactNode }) => (
  <div
    role="status"
    className="flex items-center gap-2 rounded-sm border border-default bg-surface px-2.5 py-1.5 text-caption text-secondary shadow-card"
  >
    {children}
  </div>
)
