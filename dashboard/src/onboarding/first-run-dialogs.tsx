import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useMe, useUserInfo } from '../account/account.data.ts'
import { VerifyEmailDialog } from '../emails/emails.parts.tsx'
import { useExtensionVersion } from '../extension/extension.data.ts'
import { MissingExtension } from '../extension/missing-extension.parts.tsx'
import { paths } from '../paths.ts'
import { browserStorage } from '../session/browser-storage.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { OnboardingStep } from './onboarding-step.tsx'

const OnboardingDialog = lazyPart(async () => (await import('./onboarding-dialog.tsx')).OnboardingDialog)
const WelcomeDialog = lazyPart(async () => (await import('./welcome-dialog.tsx')).WelcomeDialog)

const newUserKey = 'new_user'
const welcomeKey = 'loadping.welcome'

/**
 * Shows the first dialog due: onboarding, welcome (once per browser), verifying the email, a missing extension. The last
 * waits for the next load of a page after one of the first two.
 */
export function FirstRunDialogs() {
  const { data: me } = useMe()
  const { data: userInfo } = useUserInfo()
  const { pathname } = useLocation()
  const openPracticeBoard = useOpenPracticeBoard()
  const onboarding = useOnboardingStep(me.userId, userInfo?.userType === null)
  const [userToWelcome, setUserToWelcome] = useState(findUserToWelcome)
  const [wasFirstRun, setFirstRun] = useState(false)

  function finishOnboarding() {
    browserStorage.write(welcomeKey, me.userId)
    setUserToWelcome(findUserToWelcome())
    setFirstRun(true)
    onboarding.end()
  }

  function dismissWelcome() {
    browserStorage.write(newUserKey, 'false')
    browserStorage.remove(welcomeKey)
    setUserToWelcome(undefined)
    setFirstRun(true)
    if (pathname === paths.home && me.accountVerified) openPracticeBoard() // others had a page in mind, or can't send
  }

  if (userInfo && onboarding.step !== undefined)
    return (
      <OnboardingDialog
        userInfo={userInfo}
        step={onboarding.step}
        onStep={onboarding.goTo}
        onFinish={finishOnboarding}
      />
    )
  if (userInfo && userToWelcome === me.userId) return <WelcomeDialog onClose={dismissWelcome} />
  return <VerifyEmail>{!wasFirstRun && <MissingExtension />}</VerifyEmail>
}

/** Opens the practice board: as a new page where the extension is, which starts at a board's page only when it is loaded. */
function useOpenPracticeBoard() {
  const navigate = useNavigate()
  const isInstalled = useExtensionVersion() !== undefined
  return () => (isInstalled ? window.location.assign(paths.practice) : void navigate(paths.practice))
}

/** The step that a user's onboarding is at, which survives a reload; undefined without one. A new user starts one. */
function useOnboardingStep(userId: string, isNew: boolean) {
  const key = `loadping.onboarding.${userId}`
  const [stored, setStored] = useState(() => readStep(browserStorage.read(key)))

  const goTo = (step: OnboardingStep) => {
    browserStorage.write(key, String(step))
    setStored(step)
  }
  const start = useEffectEvent(() => goTo(0))
  useEffect(() => {
    if (isNew) start()
  }, [isNew])

  const end = () => {
    browserStorage.remove(key)
    setStored(undefined)
  }
  return { step: isNew ? 0 : stored, goTo, end }
}

const readStep = (text: string | undefined): OnboardingStep | undefined =>
  text === '0' ? 0 : text === '1' ? 1 : text === '2' ? 2 : undefined

/** Returns the user to welcome, unless the welcome was already dismissed in this browser. */
const findUserToWelcome = (): string | undefined =>
  browserStorage.read(newUserKey) === undefined ? browserStorage.read(welcomeKey) : undefined

/** Explains how to get a mailbox when the address has `?verify=email`, and removes that parameter. */
function VerifyEmail({ children }: { children: ReactNode }) {
  const { accountVerified, email } = useMe().data
  const [query, setQuery] = useSearchParams()
  const [isRequested, setRequested] = useState(false)
  const isInAddress = query.has('verify')

  useEffect(() => {
    if (!isInAddress) return
    setRequested(!accountVerified)
    setQuery(withoutVerify, { replace: true, preventScrollReset: true })
  }, [isInAddress, accountVerified, setQuery])

  if (!isRequested || accountVerified) return children
  return <VerifyEmailDialog email={email} onClose={() => setRequested(false)} />
}

function withoutVerify(current: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(current)
  next.delete('verify')
  return next
}
