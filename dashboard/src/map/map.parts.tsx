import { type ComponentProps, lazy } from 'react'
import { useTileServer } from './map.data.ts'

const LazyMap = lazy(async () => ({ default: (await import('./load-map.tsx')).LoadMap }))

/** The map of a load, whose code loads with it: put it in a Suspense inside a positioned container, which it fills. */
export const LoadMap = (props: Omit<ComponentProps<typeof LazyMap>, 'tiles'>) => (
  <LazyMap {...props} tiles={useTileServer()} />
)
