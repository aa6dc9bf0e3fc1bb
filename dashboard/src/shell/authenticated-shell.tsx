import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation, useRevalidator } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { useSession } from '../session/session.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ExtensionBridge } from './extension-bridge.tsx'
import { Footer } from './footer.tsx'
import { ShellLoading } from './loading.tsx'
import { PageOutlet } from './page-outlet.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** All that surrounds a page for someone who is signed in; when the session ends, the guard of the address is asked again. */
export function AuthenticatedShell() {
  const isAuth = useSession((session) => session.isAuth)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isAuth) void revalidate()
  }, [isAuth, revalidate])
  if (!isAuth) return <ShellLoading />

  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary onReset={reset} fallbackRender={({ resetErrorBoundary }) => <Unreachable onRetry={resetErrorBoundary} />}>
          <Suspense fallback={<ShellLoading />}>
            <Shell />
          </Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <main className="mx-auto max-w-130 p-6 pt-24">
    <ErrorPanel title="The service cannot be reached" text="You are still signed in, and nothing that you have saved is lost." onRetry={onRetry} />
  </main>
)

function Shell() {
  const { data: me } = useMe()
  const { pathname } = useLocation()
  const scroller = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address starts at its top.
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [pathname])

  return (
    <div className="flex h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-sm focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <ExtensionBridge />
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar email={me.email} isDemo={me.isDemo} />
        <div ref={scroller} className="flex-1 overflow-y-auto">
          <div className="mx-auto flex min-h-full max-w-[1300px] flex-col px-6 pt-6 max-md:px-4">
            <main id="content" tabIndex={-1} className="flex-1 pb-6 outline-none">
              <PageOutlet />
            </main>
            <Footer className="h-12 max-sm:hidden" />
          </div>
        </div>
        <BottomBar email={me.email} />
      </div>
    </div>
  )
}
