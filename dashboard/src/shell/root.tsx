import { Outlet } from 'react-router'
import { TelemetryHost } from '../telemetry/telemetry-host.tsx'

/** What every page has around it, signed in or not. */
export const Root = () => (
  <>
    <Outlet />
    <TelemetryHost />
  </>
)
