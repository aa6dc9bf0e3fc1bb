import { brand } from '@loadping/contract/brand'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useRevalidator } from 'react-router'
import { useMe, usePrefetchProfile, useProfile, useUserType } from '../account/account.data.ts'
import { FirstRunDialogs } from '../onboarding/first-run-dialogs.tsx'
import { personOf } from '../session/access-token.ts'
import { useSession } from '../session/session.ts'
import { useAcceptInvitation } from '../team/acceptance.data.ts'
import { useTrackLogin } from '../telemetry/telemetry.data.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ExtensionBridge } from './extension-bridge.tsx'
import { Frame } from './frame.tsx'
import { ShellLoading } from './loading.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { VerifyBanner } from './verify-banner.tsx'

/** All that surrounds a page for someone who is signed in; when the session ends, the guard of the address is asked again, and another person starts from nothing. */
export function AuthenticatedShell() {
  const isAuth = useSession((session) => session.isAuth)
  const person = useSession(personOf)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isAuth) void revalidate()
  }, [isAuth, revalidate])
  if (!isAuth) return <ShellLoading />

  return (
    <QueryErrorResetBoundary key={person}>
      {({ reset }) => (
        <ErrorBoundary
          onReset={reset}
          fallbackRender={({ resetErrorBoundary }) => <Unreachable onRetry={resetErrorBoundary} />}
        >
          <Suspense fallback={<ShellLoading />}>
            <Loaded />
          </Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <main className="mx-auto max-w-130 p-6 pt-24">
    <h1 className="sr-only">{brand.name}</h1>
    <ErrorPanel
      title="The service cannot be reached"
      text="You are still signed in, and nothing that you have saved is lost."
      onRetry={onRetry}
    />
  </main>
)

function Loaded() {
  usePrefetchProfile()
  const { data: me } = useMe()
  const { isFetched: isProfileKnown } = useProfile()
  const userType = useUserType()
  useAcceptInvitation()
  useTrackLogin(me)
  if (!isProfileKnown) return <ShellLoading />

  return (
    <>
      <ExtensionBridge />
      <Frame
        sidebar={<Sidebar me={me} userType={userType} />}
        topBar={<TopBar me={me} />}
        banner={!me.accountVerified && <VerifyBanner />}
        bottomBar={<BottomBar me={me} userType={userType} />}
      />
      <FirstRunDialogs />
    </>
  )
}
