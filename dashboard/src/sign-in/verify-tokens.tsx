import { Link2Off, ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { NotePanel } from './note-panel.tsx'
import { isRefused, useContinue, useSwitchAccount } from './sign-in.data.ts'
import { ServiceUnreachable, SigningIn } from './sign-in-status.tsx'

type VerifyTokensProps = { accessToken: string; refreshToken: string; redirect: string | undefined }

/** Signs in with a token pair that was brought; when another person is signed in here, only after a question. */
export function VerifyTokens({ accessToken, refreshToken, redirect }: VerifyTokensProps) {
  const { mutate, error, data: accountConflict } = useSwitchAccount()

  useEffect(() => mutate({ pair: { accessToken, refreshToken }, isAgreed: false }), [mutate, accessToken, refreshToken])

  if (isRefused(error)) return <Refused redirect={redirect} />
  if (error)
    return (
      <ServiceUnreachable
        text="Nothing is lost. Try again in a moment."
        onRetry={() => mutate({ pair: { accessToken, refreshToken }, isAgreed: false })}
      />
    )
  if (accountConflict)
    return (
      <Question {...accountConflict} onAgree={() => mutate({ pair: { accessToken, refreshToken }, isAgreed: true })} />
    )
  return <SigningIn text="Checking your sign-in." />
}

function Question({ current, owner, onAgree }: { current: string; owner: string; onAgree: () => void }) {
  const goOn = useContinue()
  return (
    <NotePanel
      icon={<ShieldCheck size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="Change the account?"
      text={`You are signed in as ${current || 'somebody else'}. Continue as ${owner}?`}
    >
      <Button variant="primary" size="touch" className="w-full max-w-full overflow-hidden" onPress={onAgree}>
        <span className="truncate">Continue as {owner}</span>
      </Button>
      <Button size="touch" className="w-full max-w-full overflow-hidden" onPress={goOn}>
        <span className="truncate">Stay signed in{current && ` as ${current}`}</span>
      </Button>
    </NotePanel>
  )
}

const Refused = ({ redirect }: { redirect: string | undefined }) => (
  <NotePanel
    icon={<Link2Off size={24} strokeWidth={1.6} aria-hidden="true" />}
    title="This sign-in no longer works"
    text="It has expired or was ended. If you were signed in here before, you still are."
  >
    <Link to={paths.signInFor(redirect)} className={`${buttonStyle('primary', 'touch')} w-full`}>
      Back to sign in
    </Link>
  </NotePanel>
)
