import { brand } from '@loadping/contract/brand'
import { InvitedNote } from '../team/invitation.parts.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { ModalCard } from '../ui/overlay/modal-card.tsx'
import { useCurrentPath } from '../use-current-path.ts'
import { toSafeRedirect } from './auth-params.ts'
import { SignInForm, useSignInMode } from './sign-in-form.tsx'

/** Shows the sign-in form over a guest's page; after the sign-in the user is back on that page. */
export function SignInModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [mode, setMode] = useSignInMode()
  const here = useCurrentPath()

  return (
    <ModalCard
      title={`Welcome to ${brand.name}`}
      text="Log in to email or call about this load."
      mark={<LogoMark size={40} />}
      isOpen={isOpen}
      onClose={onClose}
    >
      <InvitedNote />
      <SignInForm mode={mode} onMode={setMode} redirect={toSafeRedirect(here)} />
    </ModalCard>
  )
}
