import type { EmailGroup, SentEmail } from '@loadping/contract/emails'
import { Suspense, useState } from 'react'
import { useMe } from '../account/account.data.ts'
import { Button } from '../ui/button.tsx'
import { AlertDialog } from '../ui/dialog.tsx'
import { VerifyEmailDialog } from './emails.parts.tsx'
import { useDismiss, useResend, useUndo } from './mail.data.ts'
import { leaveButton } from './row-focus.ts'

/** What can be done with a message as it stands; nothing with one that was sent or taken back. */
export function EmailActions({ email, group }: { email: SentEmail; group: EmailGroup | undefined }) {
  const { id, state, to, needsAttention, resentAs } = email
  const { mutate: undo, isPending: isUndoing } = useUndo()
  const { mutate: dismiss, isPending: isDismissing } = useDismiss()
  const canResend = (state === 'failed' || state === 'unknown') && resentAs === null
  if (state !== 'queued' && !canResend && !needsAttention) return null

  return (
    <div className="flex flex-wrap justify-end gap-2 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2 max-sm:justify-start">
      {state === 'queued' && (
        <Button
          size="sm"
          aria-label={`Undo the mail to ${to}`}
          isLoading={isUndoing}
          onPress={() => {
            leaveButton(group === 'waiting')
            undo(id)
          }}
        >
          Undo
        </Button>
      )}
      {canResend && <SendAgain email={email} group={group} />}
      {needsAttention && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Dismiss the mail to ${to}`}
          isLoading={isDismissing}
          onPress={() => {
            leaveButton(group === 'attention')
            dismiss(id)
          }}
        >
          Dismiss
        </Button>
      )}
    </div>
  )
}

function SendAgain({ email: { id, state, to }, group }: { email: SentEmail; group: EmailGroup | undefined }) {
  const { data: me } = useMe()
  const [dialogStep, setAsks] = useState<'nothing' | 'whether' | 'to verify'>('nothing')
  const stop = () => setAsks('nothing')
  const { mutate, isPending } = useResend()

  function press() {
    if (!me.accountVerified) return setAsks('to verify')
    leaveButton(state !== 'unknown' && group === 'attention')
    if (state === 'unknown') return setAsks('whether')
    mutate(id)
  }

  return (
    <>
      <Button size="sm" aria-label={`Send the mail to ${to} again`} isLoading={isPending} onPress={press}>
        Send again
      </Button>
      <AlertDialog
        title="Send again"
        isOpen={dialogStep === 'whether'}
        onClose={stop}
        actions={
          <>
            <Button onPress={stop}>Don’t send</Button>
            <Button
              variant="primary"
              onPress={() => {
                stop()
                mutate(id)
              }}
            >
              Send again
            </Button>
          </>
        }
      >
        This broker may already have your mail. Send it again?
      </AlertDialog>
      {dialogStep === 'to verify' && (
        <Suspense>
          <VerifyEmailDialog email={me.email} onClose={stop} />
        </Suspense>
      )}
    </>
  )
}
