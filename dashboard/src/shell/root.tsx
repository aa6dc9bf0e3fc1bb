import { Outlet } from 'react-router'
import { TelemetryHost } from '../telemetry/telemetry-host.tsx'

/** Wraps every page, for guests and signed-in users. */
export const Root = () => (
  <>
    <Outlet />
    <TelemetryHost />
  </>
)
