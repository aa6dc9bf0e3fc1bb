import { brand } from '@loadping/contract/brand'
import { type IdentityProviderId, identityProviders, MailProviderId } from '@loadping/contract/sign-in/sign-in'
import { AtSign } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { useInvitationToken } from '../session/invitation.ts'
import { usePendingInvitation } from '../team/invitation.data.ts'
import { AddressText } from '../ui/address-text.tsx'
import { Button } from '../ui/button.tsx'
import { Form, useFieldError } from '../ui/form/form.tsx'
import { FieldNote, TextField } from '../ui/form/text-field.tsx'
import { providerMarks } from '../ui/provider-marks.tsx'
import { useForm } from '../use-form.ts'
import { goToProvider, isReturning, requestErrorMessage, useRequestLink } from './sign-in.data.ts'

export type SignInMode = 'sign-up' | 'sign-in'

/** Whether sign-up is offered: without an invitation only where one is not needed. */
function useCanSignUp(): boolean {
  const isInvited = useInvitationToken() !== ''
  return isInvited || brand.isSignUpOpen
}

/** Holds the form's mode, which starts as sign-up if that is offered and this browser has not signed in before. */
export function useSignInMode() {
  const canSignUp = useCanSignUp()
  return useState<SignInMode>(() => (isReturning() || !canSignUp ? 'sign-in' : 'sign-up'))
}

const linkStyle = 'border-b border-accent-border text-accent-text hover:border-current'

const labels = {
  'sign-up': { verb: 'Sign up', question: 'Already have an account?', other: 'Sign in' },
  'sign-in': { verb: 'Sign in', question: "Don't have an account?", other: 'Sign up' },
}

type SignInFormProps = { mode: SignInMode; onMode: (mode: SignInMode) => void; redirect: string | undefined }

/** Offers all sign-in options, which lead to `redirect`. An invited user can only use the invited address by email. */
export function SignInForm({ mode, onMode, redirect }: SignInFormProps) {
  const [isEmailShown, setEmailShown] = useState(false)
  const [isStorageBlocked, setStorageBlocked] = useState(false)
  const { verb, question, other } = labels[mode]
  const invitedEmail = usePendingInvitation()?.email
  const canSignUp = useCanSignUp()
  const providers = MailProviderId.options.filter((id) => !brand.missingProviders?.includes(id))
  const hasButtons = providers.length > 0 || brand.companySignIn !== null

  async function signInWith(id: IdentityProviderId) {
    if (await goToProvider(id, redirect)) return
    setStorageBlocked(true)
    setEmailShown(true)
  }

  return (
    <>
      <div className="flex flex-col gap-2">
        {providers.map((id) => (
          <Button key={id} size="touch" className="w-full" icon={providerMarks[id]} onPress={() => void signInWith(id)}>
            {verb} with {identityProviders[id].name}
          </Button>
        ))}
        {brand.companySignIn !== null && (
          <Button size="touch" className="w-full" onPress={() => void signInWith('company')}>
            {verb} with {brand.companySignIn}
          </Button>
        )}
      </div>
      {isStorageBlocked && (
        <p role="alert" className="mt-3 text-table text-danger-text">
          Your browser is blocking storage, so these buttons won't work. Use your email and enter the code we send.
        </p>
      )}
      {hasButtons && (
        <p className="my-4 flex items-center gap-3 text-table text-muted before:h-px before:flex-1 before:bg-(--border-default) after:h-px after:flex-1 after:bg-(--border-default)">
          or
        </p>
      )}
      {isEmailShown || invitedEmail || !hasButtons ? (
        <EmailForm key={invitedEmail} invitedEmail={invitedEmail} redirect={redirect} />
      ) : (
        <Button
          size="touch"
          className="w-full"
          icon={<AtSign size={16} strokeWidth={1.6} aria-hidden="true" />}
          onPress={() => setEmailShown(true)}
        >
          Other service (Yahoo, etc)
        </Button>
      )}
      <p className="mt-5 text-center text-table text-secondary">
        {question}{' '}
        {canSignUp ? (
          <button
            type="button"
            className={`${linkStyle} font-semibold`}
            onClick={() => onMode(mode === 'sign-up' ? 'sign-in' : 'sign-up')}
          >
            {other}
          </button>
        ) : (
          <>
            Ask <AddressText>{brand.supportAddress}</AddressText>
          </>
        )}
      </p>
      {mode === 'sign-up' && (
        <p className="mt-3 text-center text-caption text-secondary">
          By signing up you agree to the{' '}
          <Link to={brand.links.terms} className={linkStyle}>
            terms of service
          </Link>{' '}
          and{' '}
          <Link to={brand.links.privacy} className={linkStyle}>
            privacy policy
          </Link>
        </p>
      )}
    </>
  )
}

function EmailForm({ invitedEmail, redirect }: { invitedEmail: string | undefined; redirect: string | undefined }) {
  const navigate = useNavigate()
  const form = useForm({
    change: useRequestLink(),
    read: (data) => ({ success: true, data: { email: String(data.get('email')).trim(), redirect } }),
    explainError: (error) => ({ fields: { email: requestErrorMessage(error) } }),
    onSuccess: ({ email }) => void navigate(paths.verifyingFor(email, redirect)),
  })

  return (
    <Form {...form}>
      {invitedEmail ? (
        <InvitedAddress>{invitedEmail}</InvitedAddress>
      ) : (
        <TextField
          label={emailLabel}
          name="email"
          type="email"
          size="touch"
          inputMode="email"
          autoComplete="email"
          placeholder="email@company.com"
          autoFocus
          isDisabled={form.isPending}
        />
      )}
      <Button type="submit" variant="primary" size="touch" className="mt-3 w-full" isLoading={form.isPending}>
        Continue
      </Button>
    </Form>
  )
}

const emailLabel = 'Email address'

/** The address that cannot be changed, in as many lines as it needs. */
function InvitedAddress({ children }: { children: string }) {
  const id = useId()
  const { error } = useFieldError('email')
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block text-table font-medium">
        {emailLabel}
      </label>
      <output id={id} className="block rounded-sm border border-subtle bg-sunken px-3 py-2.5 text-lead wrap-anywhere">
        <AddressText>{children}</AddressText>
      </output>
      <input type="hidden" name="email" value={children} />
      <FieldNote id={`${id}-note`} error={error} hint="Your invitation is for this address." />
    </>
  )
}
