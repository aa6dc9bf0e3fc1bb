import { brand } from '@loadping/contract/brand'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useRevalidator } from 'react-router'
import { useMe, usePrefetchUserInfo, useRetryMe, useUserInfo, useUserType } from '../account/account.data.ts'
import { useLeftOut } from '../left-out.ts'
import { Loading } from '../loading.tsx'
import { FirstRunDialogs } from '../onboarding/first-run-dialogs.tsx'
import { userIdOf } from '../session/access-token.ts'
import { useSession } from '../session/session.ts'
import { useAcceptInvitation } from '../team/acceptance.data.ts'
import { useTeamNotices } from '../team/notices.data.ts'
import { useTrackLogin } from '../telemetry/telemetry.data.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { IndeterminateBar } from '../ui/progress-bar.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ExtensionBridge } from './extension-bridge.tsx'
import { Frame } from './frame.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { VerifyBanner } from './verify-banner.tsx'

/**
 * Surrounds the pages of a signed-in user. When the session ends it runs the route's guard again; another user gets a
 * new shell.
 */
export function AuthenticatedShell() {
  const isAuth = useSession((session) => session.isAuth)
  const userId = useSession(userIdOf)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isAuth) void revalidate()
  }, [isAuth, revalidate])
  if (!isAuth) return <ShellLoading />

  return (
    <QueryErrorResetBoundary key={userId}>
      {({ reset }) => (
        <ErrorBoundary
          onReset={reset}
          fallbackRender={({ resetErrorBoundary }) => <Unreachable onRetry={resetErrorBoundary} />}
        >
          <Loading skeleton={<ShellLoading />}>
            <Loaded />
          </Loading>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

/** Recovers by itself when the server answers again. */
function Unreachable({ onRetry }: { onRetry: () => void }) {
  useRetryMe(onRetry)
  return (
    <main className="mx-auto max-w-130 p-6 pt-24">
      <h1 className="sr-only">{brand.name}</h1>
      <ErrorPanel
        title="Can't reach the server"
        text="You're still signed in and your saved work is safe. We try again every few seconds."
        onRetry={onRetry}
      />
    </main>
  )
}

function Loaded() {
  usePrefetchUserInfo()
  const { data: me } = useMe()
  const { isFetched: isUserInfoFetched } = useUserInfo()
  const userType = useUserType()
  const isLeftOut = useLeftOut((state) => state.isLeftOut)
  useAcceptInvitation()
  useTeamNotices(me)
  useTrackLogin(me)
  if (!isUserInfoFetched) return <ShellLoading />

  return (
    <>
      <ExtensionBridge />
      <Frame
        sidebar={<Sidebar me={me} userType={userType} />}
        topBar={<TopBar me={me} userType={userType} />}
        banner={
          <>
            {me.isAdministrator && <InstallationBanner />}
            {isLeftOut && <LeftOutBanner />}
            {!me.accountVerified && <VerifyBanner />}
          </>
        }
        bottomBar={<BottomBar me={me} userType={userType} />}
      />
      <FirstRunDialogs />
    </>
  )
}

/** By itself, because it is for few. */
const InstallationBanner = lazyPart(
  async () => (await import('../installation/installation-banner.tsx')).InstallationBanner,
)

/** By itself, because it is rare. */
const LeftOutBanner = lazyPart(async () => (await import('./left-out-banner.tsx')).LeftOutBanner)

const ShellLoading = () => (
  <main className="flex h-dvh flex-col items-center justify-center gap-5 p-6">
    <LogoMark size={48} />
    <h1 className="font-medium">Wait a second...</h1>
    <IndeterminateBar label="Wait a second..." />
  </main>
)
