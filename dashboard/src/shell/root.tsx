import { Outlet } from 'react-router'
import { lazyPart } from '../ui/lazy-part.tsx'

const TelemetryHost = lazyPart(async () => (await import('../telemetry/telemetry-host.tsx')).TelemetryHost)

/** Wraps every page, for guests and signed-in users. */
export const Root = () => (
  <>
    <Outlet />
    <TelemetryHost />
  </>
)
