import { lazy, Suspense, useState } from 'react'
import { useProfile } from '../account/account.data.ts'
import { browserStorage } from '../session/browser-storage.ts'

const OnboardingDialog = lazy(async () => ({ default: (await import('./onboarding-dialog.tsx')).OnboardingDialog }))
const WelcomeDialog = lazy(async () => ({ default: (await import('./welcome-dialog.tsx')).WelcomeDialog }))

const newUserKey = 'new_user'

/** What a new person is asked and told, one after the other: the onboarding, then, once in a browser, the welcome. */
export function FirstSteps() {
  const { data: profile } = useProfile()
  const [isWelcomeQueued, setIsWelcomeQueued] = useState(false)

  function dismissWelcome() {
    browserStorage.write(newUserKey, 'false')
    setIsWelcomeQueued(false)
  }

  if (profile?.userType === null)
    return (
      <Suspense>
        <OnboardingDialog profile={profile} onDone={() => setIsWelcomeQueued(browserStorage.read(newUserKey) === undefined)} />
      </Suspense>
    )
  if (isWelcomeQueued)
    return (
      <Suspense>
        <WelcomeDialog onClose={dismissWelcome} />
      </Suspense>
    )
  return null
}
