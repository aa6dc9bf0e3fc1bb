import type { UserInfo } from '@loadping/contract/account/account'
import { useState } from 'react'
import { useExtensionVersion } from '../extension/extension.data.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AccountStep } from './account-step.tsx'
import { type OnboardingStep, StepRail } from './onboarding-step.tsx'
import { PinStep } from './pin-step.tsx'

const TemplateStep = lazyPart(
  async () => (await import('./template-step.tsx')).TemplateStep,
  <Skeleton className="m-8 h-60 flex-1" />,
)

type OnboardingDialogProps = {
  userInfo: UserInfo
  step: OnboardingStep
  onStep: (step: OnboardingStep) => void
  onFinish: () => void
}

/** Leads a new user to a first email in three steps; it cannot be dismissed, because the pages depend on it. */
export function OnboardingDialog({ userInfo, step, onStep, onFinish }: OnboardingDialogProps) {
  const [wasHintClosed, setHintClosed] = useState(false)
  const isHintClosed = useExtensionVersion() !== undefined || wasHintClosed // who installed it needs no hint
  return (
    <Dialog className="flex h-135 w-217 max-sm:h-full max-sm:w-full max-sm:flex-col max-sm:rounded-none" coversPhone>
      <StepRail step={step} />
      {step === 0 && <AccountStep userInfo={userInfo} onNext={() => onStep(1)} />}
      {step === 1 && <TemplateStep onBack={() => onStep(0)} onNext={() => onStep(2)} />}
      {step === 2 && (
        <PinStep
          userInfo={userInfo}
          isHintClosed={isHintClosed}
          onCloseHint={() => setHintClosed(true)}
          onBack={() => onStep(1)}
          onFinish={onFinish}
        />
      )}
    </Dialog>
  )
}
