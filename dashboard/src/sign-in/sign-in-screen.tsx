import { trialLengthDays } from '@loadping/contract/billing/plans'
import { ProviderProblem } from '@loadping/contract/sign-in/sign-in'
import { useSearchParams } from 'react-router'
import { useLogOutOnArrival } from '../account/account.data.ts'
import { useInvitationToken } from '../session/invitation.ts'
import { Banner } from '../ui/banner.tsx'
import { readRedirect } from './auth-params.ts'
import { SignInForm, useSignInMode } from './sign-in-form.tsx'

const titles = { 'sign-up': `Start your ${trialLengthDays} day Pro trial for Free`, 'sign-in': 'Welcome back!' }
const invitedTitles = { 'sign-up': 'Sign up to join your team', 'sign-in': 'Sign in to join your team' }

const problems: Record<ProviderProblem, { title: string; text: string }> = {
  canceled: { title: 'Sign-in canceled.', text: 'Choose how to sign in below.' },
  failed: { title: 'Sign-in failed.', text: 'Try again, or choose another option below.' },
  unavailable: {
    title: "That provider isn't responding right now.",
    text: 'Try again in a moment, or choose another option below.',
  },
}

export function SignInScreen() {
  const [mode, setMode] = useSignInMode()
  const [query] = useSearchParams()
  const isInvited = useInvitationToken() !== ''
  useLogOutOnArrival()
  const { data: problem } = ProviderProblem.safeParse(query.get('problem'))

  return (
    <>
      <h1 className="mb-6 max-w-70 text-display text-balance">{(isInvited ? invitedTitles : titles)[mode]}</h1>
      {problem && (
        <div role="alert" className="mb-5">
          <Banner title={problems[problem].title}>{problems[problem].text}</Banner>
        </div>
      )}
      <SignInForm mode={mode} onMode={setMode} redirect={readRedirect(query)} />
    </>
  )
}
