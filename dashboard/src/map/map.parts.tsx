import { lazy } from 'react'

/** The map of a load, whose code loads with it: put it in a Suspense inside a positioned container, which it fills. */
export const LoadMap = lazy(async () => ({ default: (await import('./load-map.tsx')).LoadMap }))
