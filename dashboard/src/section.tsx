import { Problem, type ProblemCode } from '@loadping/contract/wire/problem'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { errorMessage } from './error-message.ts'
import { Loading } from './loading.tsx'
import { reportError } from './telemetry/telemetry.ts'
import { ErrorPanel } from './ui/error-panel.tsx'

type SectionProps = {
  what: string
  isPage?: boolean
  /** Problems that say themselves why it failed. */
  explained?: readonly ProblemCode[]
  skeleton: ReactNode
  children: ReactNode
}

/**
 * Shows a skeleton while its content loads, and an error with a retry when that fails. `what` completes "Couldn't load
 * …".
 */
export const Section = ({ what, isPage = false, explained = [], skeleton, children }: SectionProps) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <ErrorBoundary
        onReset={reset}
        onError={(error) => error instanceof Problem || reportError(error)}
        fallbackRender={({ error, resetErrorBoundary }) => (
          <>
            {isPage && <h1 className="sr-only">{what.charAt(0).toUpperCase() + what.slice(1)}</h1>}
            <ErrorPanel
              title={`Couldn't load ${what}`}
              text={loadErrorMessage(error, explained)}
              onRetry={resetErrorBoundary}
            />
          </>
        )}
      >
        <Loading skeleton={skeleton}>{children}</Loading>
      </ErrorBoundary>
    )}
  </QueryErrorResetBoundary>
)

function loadErrorMessage(error: unknown, explained: readonly ProblemCode[]): string {
  if (error instanceof Problem && error.code === 'not-found') return 'It may have been deleted, or the link has a typo.'
  return errorMessage(error, "We can't reach the server. Your saved work is safe.", ['too-many', ...explained])
}
