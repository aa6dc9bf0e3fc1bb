import { signInMinutes } from '@loadping/contract/sign-in'
import { Link2Off, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { findVerifier } from '../session/verifier.ts'
import { Button } from '../ui/button.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { IndeterminateBar } from '../ui/progress-bar.tsx'
import { dropLinkToken } from './link-token.ts'
import { NotePanel } from './note-panel.tsx'
import { explainRequest, isAskedElsewhere, isRefused, useProve, useRequestLink } from './sign-in.data.ts'

type LinkProofProps = { email: string; token: string; redirect: string | undefined; onNewLink: () => void }

/** Proves an opened link: at once where it was asked for, elsewhere only after a click that names the account. */
export function LinkProof({ email, token, redirect, onNewLink }: LinkProofProps) {
  const [wasAskedHere] = useState(() => findVerifier() !== undefined)
  const here = useProve({ fromHere: true })
  const elsewhere = useProve({ fromHere: false })
  const { mutate } = here
  const attempt = elsewhere.isIdle ? here : elsewhere

  useEffect(() => {
    if (wasAskedHere) mutate({ email, token })
  }, [wasAskedHere, mutate, email, token])

  if (!wasAskedHere && attempt.isIdle) return <Confirm email={email} onConfirm={() => elsewhere.mutate({ email, token })} />
  if (attempt === here && isAskedElsewhere(here.error)) return <Confirm email={email} onConfirm={() => elsewhere.mutate({ email, token })} />
  if (isRefused(attempt.error)) return <DeadLink email={email} redirect={redirect} onNewLink={onNewLink} />
  if (attempt.error) return <Unanswered onRetry={() => attempt.mutate({ email, token })} />
  return <SigningIn />
}

const SigningIn = () => (
  <div className="flex flex-col items-center text-center">
    <LogoMark size={48} />
    <h1 className="mt-5 text-title">Signing you in</h1>
    <p className="mt-1 mb-6 text-secondary">Checking your sign-in link.</p>
    <IndeterminateBar label="Signing you in" />
  </div>
)

const Confirm = ({ email, onConfirm }: { email: string; onConfirm: () => void }) => (
  <NotePanel
    icon={<ShieldCheck size={24} strokeWidth={1.6} aria-hidden="true" />}
    title="Is this you?"
    text="This link was asked for in another browser. Continue only if you asked for it yourself."
  >
    <Button variant="primary" size="touch" className="w-full max-w-full overflow-hidden" onPress={onConfirm}>
      <span className="truncate">Continue as {email}</span>
    </Button>
    <Link to={paths.signIn} className="text-table font-medium text-accent-text underline underline-offset-3">
      Use another email
    </Link>
  </NotePanel>
)

const Unanswered = ({ onRetry }: { onRetry: () => void }) => (
  <NotePanel
    icon={<Link2Off size={24} strokeWidth={1.6} aria-hidden="true" />}
    title="The service cannot be reached"
    text="Your link was not used up. Try again in a moment."
  >
    <Button variant="primary" size="touch" className="w-full" onPress={onRetry}>
      Try again
    </Button>
  </NotePanel>
)

function DeadLink({ email, redirect, onNewLink }: Omit<LinkProofProps, 'token'>) {
  const requestLink = useRequestLink()

  function sendNewLink() {
    dropLinkToken()
    requestLink.mutate({ email, redirect }, { onSuccess: onNewLink })
  }

  return (
    <NotePanel
      icon={<Link2Off size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="This link no longer works"
      text={`It is wrong, was used already, or is older than ${signInMinutes} minutes. A new one takes a few seconds.`}
    >
      {requestLink.error && (
        <p role="alert" className="text-table text-danger-text">
          {explainRequest(requestLink.error)}
        </p>
      )}
      <Button variant="primary" size="touch" className="w-full" isLoading={requestLink.isPending} onPress={sendNewLink}>
        Send a new link
      </Button>
      <Link to={paths.signInFor(redirect)} className="text-table font-medium text-accent-text underline underline-offset-3">
        Use another email
      </Link>
    </NotePanel>
  )
}
