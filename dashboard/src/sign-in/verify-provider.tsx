import { Link2Off } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { NotePanel } from './note-panel.tsx'
import { isRefused, useVerifySignIn } from './sign-in.data.ts'
import { NoResponse, SigningIn } from './sign-in-status.tsx'

/** Trades the one-time code that came back from Google or Outlook, which works in the browser that started only. */
export function VerifyProvider({ accessToken, redirect }: { accessToken: string; redirect: string | undefined }) {
  const { mutate, error } = useVerifySignIn({ fromHere: true })

  useEffect(() => mutate({ accessToken }), [mutate, accessToken])

  if (isRefused(error)) return <NotSignedIn redirect={redirect} />
  if (error) return <NoResponse error={error} again="sign-in" onRetry={() => mutate({ accessToken })} />
  return <SigningIn text="Checking your sign-in." />
}

const NotSignedIn = ({ redirect }: { redirect: string | undefined }) => (
  <NotePanel
    icon={<Link2Off size={24} strokeWidth={1.6} aria-hidden="true" />}
    title="This sign-in no longer works"
    text="It was used already, took longer than a minute, or was started in another browser."
  >
    <Link to={paths.signInFor(redirect)} className={`${buttonStyle('primary', 'touch')} w-full`}>
      Back to sign in
    </Link>
  </NotePanel>
)
