import { lazy, Suspense, useState } from 'react'
import { useProfile } from '../account/account.data.ts'
import { browserStorage } from '../session/browser-storage.ts'

const OnboardingDialog = lazy(async () => ({ default: (await import('./onboarding-dialog.tsx')).OnboardingDialog }))
const WelcomeDialog = lazy(async () => ({ default: (await import('./welcome-dialog.tsx')).WelcomeDialog }))

const newUserKey = 'new_user'

/** What a new person is asked and told, one after the other: the onboarding, then, once in a browser, the welcome. */
export function FirstSteps() {
  const { data: profile } = useProfile()
  const [welcome, setWelcome] = useState<'none' | 'queued' | 'dismissed'>('none')

  // Queued as soon as somebody is new: when their answer is kept, the dialog that asked is gone at once.
  if (profile?.userType === null && welcome === 'none') setWelcome(browserStorage.read(newUserKey) === undefined ? 'queued' : 'dismissed')

  function dismissWelcome() {
    browserStorage.write(newUserKey, 'false')
    setWelcome('dismissed')
  }

  if (profile?.userType === null)
    return (
      <Suspense>
        <OnboardingDialog profile={profile} />
      </Suspense>
    )
  return welcome === 'queued' ? (
    <Suspense>
      <WelcomeDialog onClose={dismissWelcome} />
    </Suspense>
  ) : null
}
