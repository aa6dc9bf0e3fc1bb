import type { Ref } from 'react'
import type { MapStop } from './route.ts'

type StopMarkProps = { ref: Ref<HTMLDivElement>; letter: 'A' | 'B' | undefined; stop: MapStop }

/** A pin and, as its last child, the callout beside it. The map moves both. */
export const StopMark = ({ ref, letter, stop }: StopMarkProps) => (
  <div ref={ref} className={`leaflet-zoom-animated absolute top-0 left-0 size-0 ${letter ? 'z-10' : ''}`}>
    {letter ? (
      <span
        aria-hidden="true"
        className="absolute -top-3 -left-3 flex size-6 items-center justify-center rounded-full border-[2.5px] border-surface bg-accent text-micro font-bold text-accent-on shadow-pop"
      >
        {letter}
      </span>
    ) : (
      <span
        aria-hidden="true"
        className="absolute -top-2.5 -left-2.5 flex size-5 items-center justify-center rounded-full border-2 border-secondary bg-surface"
      >
        <span className="size-2 rounded-full bg-inverse" />
      </span>
    )}
    <div
      className={`absolute top-0 left-0 w-max max-w-60 cursor-auto rounded-sm border border-default bg-surface px-2.5 py-1.5 shadow-card select-text max-sm:max-w-54 ${letter ? '' : 'max-sm:hidden'}`}
    >
      <p className="text-table leading-4 font-semibold">
        {stop.city}, {stop.state}
      </p>
      {stop.detail && <p className="text-caption text-secondary">{stop.detail}</p>}
    </div>
  </div>
)
