import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMe, useUserInfo } from '../account/account.data.ts'
import { VerifyEmailDialog } from '../emails/emails.parts.tsx'
import { MissingExtension } from '../extension/missing-extension.parts.tsx'
import { browserStorage } from '../session/browser-storage.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { OnboardingStep } from './onboarding-step.tsx'

const OnboardingDialog = lazyPart(async () => (await import('./onboarding-dialog.tsx')).OnboardingDialog)
const WelcomeDialog = lazyPart(async () => (await import('./welcome-dialog.tsx')).WelcomeDialog)

const newUserKey = 'new_user'
const welcomeKey = 'loadping.welcome'

/** Shows the first dialog due: onboarding, welcome (once per browser), verifying the email, a missing extension. */
export function FirstRunDialogs() {
  const { data: me } = useMe()
  const { data: userInfo } = useUserInfo()
  const onboarding = useOnboardingStep(me.userId, userInfo?.userType === null)
  const [userToWelcome, setUserToWelcome] = useState(findUserToWelcome)

  function finishOnboarding() {
    browserStorage.write(welcomeKey, me.userId)
    setUserToWelcome(findUserToWelcome())
    onboarding.end()
  }

  function dismissWelcome() {
    browserStorage.write(newUserKey, 'false')
    browserStorage.remove(welcomeKey)
    setUserToWelcome(undefined)
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
  return userInfo && userToWelcome === me.userId ? <WelcomeDialog onClose={dismissWelcome} /> : <VerifyEmail />
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
function VerifyEmail() {
  const { accountVerified, email } = useMe().data
  const [query, setQuery] = useSearchParams()
  const [isRequested, setRequested] = useState(false)
  const isInAddress = query.has('verify')

  useEffect(() => {
    if (!isInAddress) return
    setRequested(!accountVerified)
    setQuery(withoutVerify, { replace: true, preventScrollReset: true })
  }, [isInAddress, accountVerified, setQuery])

  if (!isRequested || accountVerified) return <MissingExtension />
  return <VerifyEmailDialog email={email} onClose={() => setRequested(false)} />
}

function withoutVerify(current: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(current)
  next.delete('verify')
  return next
}
