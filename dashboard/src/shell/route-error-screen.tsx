import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { reportError } from '../telemetry/telemetry.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'

/** Replaces a page that failed to render or load; trying again reloads the document. */
export function RouteErrorScreen() {
  const error = useRouteError()
  useEffect(() => reportError(error), [error])

  return (
    <div className="mx-auto max-w-130 p-6 pt-24">
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorPanel
        title="This page didn't load"
        text="Something went wrong on our end. Your saved work is safe."
        onRetry={() => window.location.reload()}
      />
    </div>
  )
}
