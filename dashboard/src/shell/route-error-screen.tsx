import { brand } from '@loadping/contract/brand'
import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { reportError } from '../telemetry/telemetry.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'

const reload = () => window.location.reload()

/** Replaces a page that failed to render or load; trying again reloads the document. */
export function RouteErrorScreen() {
  const error = useRouteError()
  useEffect(() => reportError(error), [error])

  return (
    <div className="mx-auto max-w-130 p-6 pt-24">
      <h1 className="sr-only">Something went wrong</h1>
      {isCodeMissing(error) ? (
        <CodeMissing />
      ) : (
        <ErrorPanel
          title="This page didn't load"
          text="Something went wrong on our end. Your saved work is safe."
          onRetry={reload}
        />
      )}
    </div>
  )
}

/**
 * Reloads once the server answers again. If it never stopped answering, the code is gone since an update, and only a click
 * reloads, as a reload by itself could repeat forever.
 */
function CodeMissing() {
  const [isUpdated, setUpdated] = useState(false)
  useEffect(() => {
    let wasAway = false
    const check = async () => {
      const isThere = await fetch('/healthz').then(
        ({ ok }) => ok,
        () => false,
      )
      if (isThere && wasAway) reload()
      wasAway ||= !isThere
      setUpdated(!wasAway)
    }
    void check()
    const timer = setInterval(check, 5_000)
    return () => clearInterval(timer)
  }, [])

  return isUpdated ? (
    <ErrorPanel
      title="This page didn't load"
      text={`${brand.name} may have been updated. Try again to get the new version. Your saved work is safe.`}
      onRetry={reload}
    />
  ) : (
    <ErrorPanel
      title="Can't reach the server"
      text="Your saved work is safe. We try again every few seconds."
      onRetry={reload}
    />
  )
}

/** Whether the code of a page could not be fetched, in the words of each browser. */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message)
