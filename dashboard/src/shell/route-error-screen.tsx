import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { reportError } from '../telemetry/telemetry.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'

/** Stands in for a page that broke or whose code did not arrive; trying again loads it afresh. */
export function RouteErrorScreen() {
  const error = useRouteError()
  useEffect(() => reportError(error), [error])

  return (
    <div className="mx-auto max-w-130 p-6 pt-24">
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorPanel
        title="This page could not be shown"
        text="Something went wrong on our side. Nothing that you have saved is lost."
        onRetry={() => window.location.reload()}
      />
    </div>
  )
}
