import { brand } from '@loadping/contract/brand'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { explainRequest, useRequestLink } from './sign-in.data.ts'

const linkStyle = 'border-b border-accent-border text-accent-text hover:border-current'

const modes = {
  'sign-up': { title: 'Start your 14 day Pro trial for Free', question: 'Already have an account?', other: 'Sign in' },
  'sign-in': { title: 'Welcome back!', question: "Don't have an account?", other: 'Sign up' },
}

export function SignInScreen() {
  const [mode, setMode] = useState<keyof typeof modes>('sign-up')
  const { title, question, other } = modes[mode]

  return (
    <>
      <h1 className="max-w-70 text-display text-balance">{title}</h1>
      <EmailForm />
      <p className="mt-6 text-center text-table text-secondary">
        {question}{' '}
        <button type="button" className={`${linkStyle} font-semibold`} onClick={() => setMode(mode === 'sign-up' ? 'sign-in' : 'sign-up')}>
          {other}
        </button>
      </p>
      {mode === 'sign-up' && (
        <p className="mt-4 text-center text-caption text-balance text-secondary">
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

function EmailForm() {
  const [email, setEmail] = useState('')
  const requestLink = useRequestLink()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const redirect = query.get('redirect') ?? undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    const address = email.trim()
    requestLink.mutate({ email: address, redirect }, { onSuccess: () => navigate(paths.verifyingFor(address, redirect)) })
  }

  return (
    <form noValidate className="mt-7" onSubmit={submit}>
      <TextField
        label="Email address"
        name="email"
        type="email"
        size="touch"
        inputMode="email"
        autoComplete="email"
        placeholder="email@company.com"
        value={email}
        onValue={setEmail}
        onPress={() => !requestLink.isPending && requestLink.reset()}
        error={requestLink.error && explainRequest(requestLink.error)}
        isDisabled={requestLink.isPending}
      />
      <Button type="submit" variant="primary" size="touch" className="mt-3 w-full" isLoading={requestLink.isPending}>
        Continue
      </Button>
    </form>
  )
}
