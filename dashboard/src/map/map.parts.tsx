import type { ComponentProps } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useTileServer } from './map.data.ts'

const loadCode = () => import('./load-map.tsx')
const LazyMap = lazyPart(async () => (await loadCode()).LoadMap)

type LoadMapProps = Omit<ComponentProps<typeof LazyMap>, 'tiles'>

/** The map of a load: put it in a positioned container, which it fills. */
export const LoadMap = (props: LoadMapProps) => <LazyMap {...props} tiles={useTileServer()} />

/** Starts to load the map's code and data, for a page that will show it. */
export function preloadMap(): void {
  loadCode()
    .then(({ preloadBase }) => preloadBase())
    .catch(() => {}) // The map itself reports it.
}
