import { formatInstant } from '@loadping/contract/format/instants'
import type { Problem } from '@loadping/contract/wire/problem'
import { Lock, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useKeepAccount } from '../account-deletion/account-deletion.data.ts'
import { errorMessage } from '../error-message.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { NotePanel } from '../ui/note-panel.tsx'
import { useToast } from '../ui/toast.ts'
import { useFinishSignIn } from './sign-in.data.ts'

/** Tells who signs in to a closed account why: it is suspended, or they deleted it and can keep it. */
export const ClosedAccount = ({ problem }: { problem: Problem }) =>
  problem.code === 'suspended' ? (
    <NotePanel
      icon={<Lock size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="Your account is suspended"
      text={problem.message}
    >
      <SignOut />
    </NotePanel>
  ) : (
    <KeepAccount problem={problem} />
  )

function SignOut() {
  const navigate = useNavigate()
  return (
    <Button size="touch" className="w-full" onPress={() => void navigate(paths.signIn, { replace: true })}>
      Sign out
    </Button>
  )
}

/** Tells the owner of a deleted account, who signs in, until when it can be kept, and keeps it. */
function KeepAccount({ problem: { details, message } }: { problem: Problem }) {
  const { mutate, isPending, error } = useKeepAccount()
  const finishSignIn = useFinishSignIn()
  const showToast = useToast()
  const { deletesAt, keepToken = '' } = details
  const keep = () =>
    mutate(keepToken, {
      onSuccess: async ({ isRenewing, ...pair }) => {
        await finishSignIn(pair)
        showToast(keptTexts[String(isRenewing)] ?? keptText, isRenewing === false ? 'error' : 'success')
      },
    })

  return (
    <NotePanel
      icon={<Trash2 size={24} strokeWidth={1.6} aria-hidden="true" />}
      title={message.replace(/\.$/, '')}
      text="You deleted it. Keep it, and everything you have here works again. Emails that waited stay unsent."
    >
      {deletesAt && (
        <p className="text-table text-secondary tabular-nums">
          You can keep it until {formatInstant(new Date(deletesAt))}.
        </p>
      )}
      {error && (
        <p role="alert" className="text-table text-danger-text">
          {errorMessage(error)}
        </p>
      )}
      <Button variant="primary" size="touch" className="w-full" isLoading={isPending} onPress={keep}>
        Keep my account
      </Button>
      <SignOut />
    </NotePanel>
  )
}

const keptText = 'Your account is kept'

/** By whether its subscription renews again. */
const keptTexts: Record<string, string> = {
  true: 'Your account is kept, and your subscription renews again',
  false: 'Your account is kept. Look in Billing whether your subscription renews',
}
