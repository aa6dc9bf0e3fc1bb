import { brand } from '@loadping/contract/brand'
import { LogoMark } from '../ui/logo.tsx'
import { ModalCard } from '../ui/modal-card.tsx'
import { useCurrentPath } from '../use-current-path.ts'
import { toSafeRedirect } from './auth-params-url.ts'
import { InvitedNote } from './invited-note.tsx'
import { SignInForm, useSignInMode } from './sign-in-form.tsx'

/** The sign-in form over a page that a guest is on; afterwards one is back there. */
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
