import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMe, useUserInfo } from '../account/account.data.ts'
import { VerifyEmailDialog } from '../emails/emails.parts.tsx'
import { browserStorage } from '../session/browser-storage.ts'

const OnboardingDialog = lazy(async () => ({ default: (await import('./onboarding-dialog.tsx')).OnboardingDialog }))
const WelcomeDialog = lazy(async () => ({ default: (await import('./welcome-dialog.tsx')).WelcomeDialog }))

const newUserKey = 'new_user'
const welcomeKey = 'loadping.welcome'

/** Shows one dialog at a time: the onboarding, then the welcome (once per browser), then how to verify the email. */
export function FirstRunDialogs() {
  const { data: me } = useMe()
  const { data: profile } = useUserInfo()
  const [userToWelcome, setUserToWelcome] = useState(findUserToWelcome)
  const isNew = profile?.userType === null

  // Stored while the user is new, because the saved answer unmounts the onboarding dialog at once; it survives a
  // reload.
  useEffect(() => {
    if (!isNew) return
    browserStorage.write(welcomeKey, me.userId)
    setUserToWelcome(findUserToWelcome())
  }, [isNew, me.userId])

  function dismissWelcome() {
    browserStorage.write(newUserKey, 'false')
    browserStorage.remove(welcomeKey)
    setUserToWelcome(undefined)
  }

  if (isNew)
    return (
      <Suspense>
        <OnboardingDialog profile={profile} />
      </Suspense>
    )
  return profile && userToWelcome === me.userId ? (
    <Suspense>
      <WelcomeDialog onClose={dismissWelcome} />
    </Suspense>
  ) : (
    <VerifyEmail />
  )
}

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

  if (!isRequested || accountVerified) return null
  return (
    <Suspense>
      <VerifyEmailDialog email={email} onClose={() => setRequested(false)} />
    </Suspense>
  )
}

function withoutVerify(current: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(current)
  next.delete('verify')
  return next
}
