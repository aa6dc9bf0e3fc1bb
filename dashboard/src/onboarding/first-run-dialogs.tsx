import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMe, useProfile } from '../account/account.data.ts'
import { VerifyEmailDialog } from '../emails/emails.parts.tsx'
import { browserStorage } from '../session/browser-storage.ts'

const OnboardingDialog = lazy(async () => ({ default: (await import('./onboarding-dialog.tsx')).OnboardingDialog }))
const WelcomeDialog = lazy(async () => ({ default: (await import('./welcome-dialog.tsx')).WelcomeDialog }))

const newUserKey = 'new_user'
const welcomeKey = 'loadping.welcome'

/** What somebody is asked and told, one after the other: the onboarding, then, once in a browser, the welcome, then why a mail cannot be sent yet. */
export function FirstRunDialogs() {
  const { data: me } = useMe()
  const { data: profile } = useProfile()
  const [welcomed, setWelcomed] = useState(findWelcomed)
  const isNew = profile?.userType === null

  // Queued as soon as somebody is new, and over a reload: when their answer is kept, the dialog that asked is gone at once.
  useEffect(() => {
    if (!isNew) return
    browserStorage.write(welcomeKey, me.userId)
    setWelcomed(findWelcomed())
  }, [isNew, me.userId])

  function dismissWelcome() {
    browserStorage.write(newUserKey, 'false')
    browserStorage.remove(welcomeKey)
    setWelcomed(undefined)
  }

  if (isNew)
    return (
      <Suspense>
        <OnboardingDialog profile={profile} />
      </Suspense>
    )
  return profile && welcomed === me.userId ? (
    <Suspense>
      <WelcomeDialog onClose={dismissWelcome} />
    </Suspense>
  ) : (
    <VerifyEmail />
  )
}

/** Who is to be welcomed in this browser, unless somebody was. */
const findWelcomed = (): string | undefined =>
  browserStorage.read(newUserKey) === undefined ? browserStorage.read(welcomeKey) : undefined

/** Tells whoever tried to send without a mailbox how to get one: the address asks for it, with `?verify=email`, and forgets it at once. */
function VerifyEmail() {
  const { accountVerified, email } = useMe().data
  const [query, setQuery] = useSearchParams()
  const [isAsked, setAsked] = useState(false)
  const isInAddress = query.has('verify')

  useEffect(() => {
    if (!isInAddress) return
    setAsked(!accountVerified)
    setQuery(withoutVerify, { replace: true, preventScrollReset: true })
  }, [isInAddress, accountVerified, setQuery])

  if (!isAsked || accountVerified) return null
  return (
    <Suspense>
      <VerifyEmailDialog email={email} onClose={() => setAsked(false)} />
    </Suspense>
  )
}

function withoutVerify(current: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(current)
  next.delete('verify')
  return next
}
