import { signInMinutes } from '@loadping/contract/sign-in'
import { Link2Off, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { findVerifier } from '../session/verifier.ts'
import { Button } from '../ui/button.tsx'
import { dropSecrets } from './auth-params.ts'
import { NotePanel } from './note-panel.tsx'
import { explainRequest, isOtherBrowser, isRefused, useRequestLink, useVerifySignIn } from './sign-in.data.ts'
import { NoResponse, SigningIn } from './sign-in-status.tsx'

type VerifyLinkProps = { email: string; token: string; redirect: string | undefined }

/** Proves an opened link: at once where it was asked for, elsewhere only after a click that names the account. */
export function VerifyLink({ email, token, redirect }: VerifyLinkProps) {
  const [wasAskedHere] = useState(() => findVerifier() !== undefined)
  const here = useVerifySignIn({ fromHere: true })
  const elsewhere = useVerifySignIn({ fromHere: false })
  const { mutate } = here
  const attempt = elsewhere.isIdle ? here : elsewhere

  useEffect(() => {
    if (wasAskedHere) mutate({ email, token })
  }, [wasAskedHere, mutate, email, token])

  if (!wasAskedHere && attempt.isIdle)
    return <Confirm email={email} redirect={redirect} onConfirm={() => elsewhere.mutate({ email, token })} />
  if (attempt === here && isOtherBrowser(here.error))
    return <Confirm email={email} redirect={redirect} onConfirm={() => elsewhere.mutate({ email, token })} />
  if (isRefused(attempt.error)) return <ExpiredLink email={email} redirect={redirect} />
  if (attempt.error)
    return <NoResponse error={attempt.error} again="link" onRetry={() => attempt.mutate({ email, token })} />
  return <SigningIn text="Checking your sign-in link." />
}

const Confirm = ({ email, redirect, onConfirm }: Omit<VerifyLinkProps, 'token'> & { onConfirm: () => void }) => (
  <NotePanel
    icon={<ShieldCheck size={24} strokeWidth={1.6} aria-hidden="true" />}
    title="Is this you?"
    text="This link was asked for in another browser. Continue only if you asked for it yourself."
  >
    <Button variant="primary" size="touch" className="w-full max-w-full overflow-hidden" onPress={onConfirm}>
      <span className="truncate">Continue as {email}</span>
    </Button>
    <Link
      to={paths.signInFor(redirect)}
      className="text-table font-medium text-accent-text underline underline-offset-3"
    >
      Use another email
    </Link>
  </NotePanel>
)

function ExpiredLink({ email, redirect }: Omit<VerifyLinkProps, 'token'>) {
  const requestLink = useRequestLink()

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
      <Button
        variant="primary"
        size="touch"
        className="w-full"
        isLoading={requestLink.isPending}
        onPress={() => requestLink.mutate({ email, redirect }, { onSuccess: dropSecrets })}
      >
        Send a new link
      </Button>
      <Link
        to={paths.signInFor(redirect)}
        className="text-table font-medium text-accent-text underline underline-offset-3"
      >
        Use another email
      </Link>
    </NotePanel>
  )
}
