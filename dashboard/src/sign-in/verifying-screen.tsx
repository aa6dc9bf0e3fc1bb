import { signInMinutes } from '@loadping/contract/sign-in/sign-in'
import { Link2Off, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { findVerifier } from '../session/verifier.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { LogoMark } from '../ui/logo.tsx'
import { NotePanel } from '../ui/note-panel.tsx'
import { IndeterminateBar } from '../ui/progress-bar.tsx'
import {
  type AuthParams,
  clearAuthParams,
  dropSecrets,
  nextAddress,
  useAuthParams,
  usePersistAuthParams,
} from './auth-params.ts'
import { CheckInbox } from './check-inbox.tsx'
import { ClosedAccount } from './keep-account.tsx'
import {
  isOtherBrowser,
  isRefused,
  isTooMany,
  requestErrorMessage,
  useClosedAccount,
  useContinue,
  useRequestLink,
  useTokenPair,
  useVerifySignIn,
} from './sign-in.data.ts'

/**
 * Verifies the proof in the auth parameters, or asks for the emailed code; without either it redirects to the sign-in.
 */
export function VerifyingScreen() {
  const params = useAuthParams()
  const { problem } = useClosedAccount()
  const isDone = useIsSignedInAs(params)
  useEffect(
    () => () => {
      clearAuthParams()
      useClosedAccount.setState({ problem: undefined })
    },
    [],
  )

  if (problem) return <ClosedAccount problem={problem} />
  if (isDone) return <Navigate to={nextAddress(params.redirect, '')} replace />
  if (!params.accessToken && !params.email) return <Navigate to={paths.signInFor(params.redirect)} replace />
  return <Verifying params={params} />
}

/** Whether the page only waits for the email of an address that is signed in meanwhile, here or in another tab. */
function useIsSignedInAs({ email, token, accessToken }: AuthParams): boolean {
  const signedIn = useSession(({ isAuth, email: own }) => (isAuth ? own.toLowerCase() : ''))
  return !token && !accessToken && signedIn !== '' && signedIn === email?.toLowerCase()
}

function Verifying({ params }: { params: AuthParams }) {
  const { email = '', token, accessToken, refreshToken, redirect } = params
  usePersistAuthParams(params)

  if (accessToken && refreshToken)
    return <VerifyTokens accessToken={accessToken} refreshToken={refreshToken} redirect={redirect} />
  if (accessToken) return <VerifyProvider oneTimeCode={accessToken} redirect={redirect} />
  if (token) return <VerifyLink email={email} token={token} redirect={redirect} />
  return <CheckInbox email={email} redirect={redirect} />
}

type VerifyLinkProps = { email: string; token: string; redirect: string | undefined }

/**
 * Verifies an opened link: at once in the browser that requested it, elsewhere after a click that names the account.
 */
function VerifyLink({ email, token, redirect }: VerifyLinkProps) {
  const [wasRequestedHere] = useState(() => findVerifier() !== undefined)
  const here = useVerifySignIn({ sendsVerifier: true })
  const elsewhere = useVerifySignIn({ sendsVerifier: false })
  const { mutate } = here
  const attempt = elsewhere.isIdle ? here : elsewhere

  useEffect(() => {
    if (wasRequestedHere) mutate({ email, token })
  }, [wasRequestedHere, mutate, email, token])

  if (!wasRequestedHere && attempt.isIdle)
    return <Confirm email={email} redirect={redirect} onConfirm={() => elsewhere.mutate({ email, token })} />
  if (attempt === here && isOtherBrowser(here.error))
    return <Confirm email={email} redirect={redirect} onConfirm={() => elsewhere.mutate({ email, token })} />
  if (isRefused(attempt.error)) return <ExpiredLink email={email} redirect={redirect} />
  if (attempt.error)
    return <NoResponse error={attempt.error} proof="link" onRetry={() => attempt.mutate({ email, token })} />
  return <SigningIn text="Checking your sign-in link." />
}

type ConfirmProps = Omit<VerifyLinkProps, 'token'> & { text?: string; onConfirm: () => void }

const Confirm = ({
  email,
  redirect,
  text = 'This link was requested in another browser. Continue only if you requested it.',
  onConfirm,
}: ConfirmProps) => (
  <NotePanel icon={<ShieldCheck size={24} strokeWidth={1.6} aria-hidden="true" />} title="Is this you?" text={text}>
    <Button variant="primary" size="touch" className="w-full max-w-full overflow-hidden" onPress={onConfirm}>
      <span className="truncate">Continue as {email}</span>
    </Button>
    <UseAnotherEmail redirect={redirect} />
  </NotePanel>
)

function ExpiredLink({ email, redirect }: Omit<VerifyLinkProps, 'token'>) {
  const requestLink = useRequestLink()

  return (
    <NotePanel
      icon={<Link2Off size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="This link no longer works"
      text={`It's invalid, already used or over ${signInMinutes} minutes old. Send yourself a new one.`}
    >
      {requestLink.error && (
        <p role="alert" className="text-table text-danger-text">
          {requestErrorMessage(requestLink.error)}
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
      <UseAnotherEmail redirect={redirect} />
    </NotePanel>
  )
}

const UseAnotherEmail = ({ redirect }: { redirect: string | undefined }) => (
  <Link to={paths.signInFor(redirect)} className="text-table font-medium text-accent-text underline underline-offset-3">
    Use another email
  </Link>
)

/** Redeems the one-time code from Google or Outlook, which works only in the browser that started the sign-in. */
function VerifyProvider({ oneTimeCode, redirect }: { oneTimeCode: string; redirect: string | undefined }) {
  const { mutate, error } = useVerifySignIn({ sendsVerifier: true })

  useEffect(() => mutate({ accessToken: oneTimeCode }), [mutate, oneTimeCode])

  if (isRefused(error))
    return (
      <SignInRefused
        text="It was already used, took longer than a minute, or was started in another browser."
        redirect={redirect}
      />
    )
  if (error) return <NoResponse error={error} proof="sign-in" onRetry={() => mutate({ accessToken: oneTimeCode })} />
  return <SigningIn text="Checking your sign-in." />
}

type VerifyTokensProps = { accessToken: string; refreshToken: string; redirect: string | undefined }

/** Signs in with a token pair after a click that names its owner, and the user it replaces. */
function VerifyTokens({ accessToken, refreshToken, redirect }: VerifyTokensProps) {
  const { mutate, error, data: question } = useTokenPair()
  const onConfirm = () => mutate({ pair: { accessToken, refreshToken }, isAgreed: true })

  useEffect(() => mutate({ pair: { accessToken, refreshToken }, isAgreed: false }), [mutate, accessToken, refreshToken])

  if (isRefused(error))
    return (
      <SignInRefused
        text="It has expired or was ended. If you were signed in here before, you still are."
        redirect={redirect}
      />
    )
  if (error)
    return (
      <ServiceUnreachable
        text="Nothing is lost. Try again in a moment."
        onRetry={() => mutate({ pair: { accessToken, refreshToken }, isAgreed: false })}
      />
    )
  if (question?.current)
    return <SwitchAccount current={question.current.email} owner={question.owner} onAgree={onConfirm} />
  if (question)
    return (
      <Confirm
        email={question.owner}
        redirect={redirect}
        text={`This link signs you in as ${question.owner}. Continue only if this is your account.`}
        onConfirm={onConfirm}
      />
    )
  return <SigningIn text="Checking your sign-in." />
}

function SwitchAccount({ current, owner, onAgree }: { current: string; owner: string; onAgree: () => void }) {
  const continueSignedIn = useContinue()
  return (
    <NotePanel
      icon={<ShieldCheck size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="Switch accounts?"
      text={`You are signed in as ${current || 'another user'}. Continue as ${owner}?`}
    >
      <Button variant="primary" size="touch" className="w-full max-w-full overflow-hidden" onPress={onAgree}>
        <span className="truncate">Continue as {owner}</span>
      </Button>
      <Button size="touch" className="w-full max-w-full overflow-hidden" onPress={continueSignedIn}>
        <span className="truncate">Stay signed in{current && ` as ${current}`}</span>
      </Button>
    </NotePanel>
  )
}

const SignInRefused = ({ text, redirect }: { text: string; redirect: string | undefined }) => (
  <NotePanel
    icon={<Link2Off size={24} strokeWidth={1.6} aria-hidden="true" />}
    title="This sign-in no longer works"
    text={text}
  >
    <Link to={paths.signInFor(redirect)} className={`${buttonStyle('primary', 'touch')} w-full`}>
      Back to sign in
    </Link>
  </NotePanel>
)

const SigningIn = ({ text }: { text: string }) => (
  <div className="flex flex-col items-center text-center">
    <LogoMark size={48} />
    <h1 className="mt-5 text-title">Signing you in</h1>
    <p className="mt-1 mb-6 text-secondary">{text}</p>
    <IndeterminateBar label="Signing you in" />
  </div>
)

type NoResponseProps = { error: Error; proof: 'link' | 'sign-in'; onRetry: () => void }

/** Reports a failed check of a single-use proof, which the server may or may not have used. */
const NoResponse = ({ error, proof, onRetry }: NoResponseProps) => (
  <ServiceUnreachable
    text={
      isTooMany(error)
        ? error.message
        : `We didn't get a response. Try again. If the ${proof} no longer works, request a new one.`
    }
    onRetry={onRetry}
  />
)

const ServiceUnreachable = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <NotePanel
    icon={<Link2Off size={24} strokeWidth={1.6} aria-hidden="true" />}
    title="Can't reach the server"
    text={text}
  >
    <Button variant="primary" size="touch" className="w-full" onPress={onRetry}>
      Try again
    </Button>
  </NotePanel>
)
