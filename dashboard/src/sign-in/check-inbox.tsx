import { signInMinutes } from '@loadping/contract/sign-in/sign-in'
import { Clock, Inbox, Mail } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/form/code-field.tsx'
import { Form } from '../ui/form/form.tsx'
import { NotePanel } from '../ui/note-panel.tsx'
import { ResendButton } from '../ui/resend-button.tsx'
import { useForm } from '../use-form.ts'
import { isRefused, requestErrorMessage, useRequestLink, useVerifySignIn } from './sign-in.data.ts'
import { isSignInCode, signInCodeOf } from './sign-in-code.ts'

type Props = { email: string; redirect: string | undefined }

/** Says where the email went, accepts its code, and offers to resend it or use another address. */
export const CheckInbox = ({ email, redirect }: Props) => (
  <NotePanel
    icon={<Mail size={24} strokeWidth={1.6} aria-hidden="true" />}
    title="Check your inbox"
    text={
      <>
        We sent a sign-in link to <strong className="block font-semibold text-primary">{email}</strong>
      </>
    }
  >
    <CodeForm email={email} />
    <ul className="w-full divide-y divide-subtle rounded-md border border-default text-table text-secondary">
      <li className="flex items-center gap-2.5 px-3 py-2.5">
        <Clock size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
        The link expires in {signInMinutes} minutes and works once.
      </li>
      <li className="flex items-center gap-2.5 px-3 py-2.5">
        <Inbox size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
        Don't see it? Check Spam or Promotions.
      </li>
    </ul>
    <Resend email={email} redirect={redirect} />
  </NotePanel>
)

/** Signs in with the code; a wrong one is cleared. */
function CodeForm({ email }: { email: string }) {
  const [code, setCode] = useState('')
  const form = useForm({
    change: useVerifySignIn({ sendsVerifier: true }),
    read: (data) => ({ success: true, data: { email, code: signInCodeOf(String(data.get('code'))) } }),
    explainError: (error) => ({ fields: { code: codeErrorMessage(error) } }),
    onError: (error) => isRefused(error) && setCode(''),
  })

  return (
    <Form {...form} className="flex w-full items-start gap-2">
      <CodeField
        label="Six-digit code from the email"
        code={code}
        onCode={setCode}
        isDisabled={form.isPending}
        read={signInCodeOf}
        isComplete={isSignInCode}
      />
      <Button
        type="submit"
        variant="primary"
        size="touch"
        className="mt-6.5"
        isDisabled={!isSignInCode(code)}
        isLoading={form.isPending}
      >
        Sign in
      </Button>
    </Form>
  )
}

const codeErrorMessage = (error: Error): string =>
  isRefused(error)
    ? 'That code is incorrect, used or expired. Check it, or request a new email.'
    : requestErrorMessage(error)

function Resend({ email, redirect }: Props) {
  const { mutate, isPending, isSuccess, error } = useRequestLink()

  return (
    <div className="w-full">
      <div className="flex items-center justify-between gap-3">
        <ResendButton
          isLoading={isPending}
          onPress={(startPause) => mutate({ email, redirect }, { onSuccess: startPause })}
        />
        <Link
          to={paths.signInFor(redirect)}
          className="border-b border-accent-border text-table font-medium text-accent-text hover:border-current"
        >
          Use another email
        </Link>
      </div>
      <p role="status" className={`mt-2 min-h-5 text-table ${error ? 'text-danger-text' : 'text-secondary'}`}>
        {error ? requestErrorMessage(error) : isSuccess && 'We sent a new email.'}
      </p>
    </div>
  )
}
