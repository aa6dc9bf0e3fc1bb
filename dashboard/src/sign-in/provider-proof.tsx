import { Link2Off } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { NotePanel } from './note-panel.tsx'
import { SigningIn, Unheard } from './proof-notes.tsx'
import { isRefused, useProve } from './sign-in.data.ts'

/** Trades the one-time code that came back from Google or Outlook, which works in the browser that started only. */
export function ProviderProof({ accessToken, redirect }: { accessToken: string; redirect: string | undefined }) {
  const { mutate, error } = useProve({ fromHere: true })

  useEffect(() => mutate({ accessToken }), [mutate, accessToken])

  if (isRefused(error)) return <NotSignedIn redirect={redirect} />
  if (error) return <Unheard error={error} again="sign-in" onRetry={() => mutate({ accessToken })} />
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
