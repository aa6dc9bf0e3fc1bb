import { Problem } from '@loadping/contract/problem'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { reportError } from './telemetry/telemetry.ts'
import { ErrorPanel } from './ui/error-panel.tsx'

type SectionProps = { what: string; isPage?: boolean; skeleton: ReactNode; children: ReactNode }

/** A part of a screen that loads on its own, or all of it: its skeleton until then, and a way to try again when that failed. */
export const Section = ({ what, isPage = false, skeleton, children }: SectionProps) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <ErrorBoundary
        onReset={reset}
        onError={(error) => error instanceof Problem || reportError(error)}
        fallbackRender={({ error, resetErrorBoundary }) => (
          <>
            {isPage && <h1 className="sr-only">{what}</h1>}
            <ErrorPanel title={`${what} could not be loaded`} text={errorMessage(error)} onRetry={resetErrorBoundary} />
          </>
        )}
      >
        <Suspense fallback={skeleton}>{children}</Suspense>
      </ErrorBoundary>
    )}
  </QueryErrorResetBoundary>
)

function errorMessage(error: unknown): string {
  if (error instanceof Problem && error.code === 'not-found') return 'It may have been deleted, or the link has a typo.'
  if (error instanceof Problem && error.code === 'too-many') return error.message
  return 'The service cannot be reached right now. Nothing that you have saved is lost.'
}
