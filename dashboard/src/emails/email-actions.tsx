import type { EmailGroup, SentEmail } from '@loadping/contract/emails/emails'
import { formatDollars } from '@loadping/contract/format/money'
import { useState } from 'react'
import { useMe } from '../account/account.data.ts'
import { Button } from '../ui/button.tsx'
import { focusInRow, focusNextRow } from '../ui/list/row-focus.ts'
import { AlertDialog } from '../ui/overlay/dialog.tsx'
import { useDismiss, useResend, useRetry, useUndo } from './emails.data.ts'
import { VerifyEmailDialog } from './emails.parts.tsx'

type EmailActionsProps = { email: SentEmail; group: EmailGroup | 'all' }

/** Moves the focus off a button that is about to go, with its row or without it. */
const moveFocus = (isRowRemoved: boolean) => (isRowRemoved ? focusNextRow('button') : focusInRow('button'))

/** What the user can do with an email in its state; nothing once it was sent or undone. */
export function EmailActions({ email, group }: EmailActionsProps) {
  const { id, state, to, needsAttention, resentAs, waiting } = email
  const { mutate: undo, isPending: isUndoing } = useUndo()
  const { mutate: dismiss, isPending: isDismissing } = useDismiss()
  const canResend = (state === 'failed' || state === 'unknown') && resentAs === null
  const canUndo = state === 'queued' && !waiting?.isHeld
  if (!canUndo && !canResend && !needsAttention) return null

  return (
    <div className="flex flex-wrap justify-end gap-2 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2 max-sm:justify-start">
      {email.waitsFor === 'retry' && !waiting && <RetryNow email={email} />}
      {canUndo && (
        <Button
          size="sm"
          aria-label={`Undo email to ${to}`}
          isLoading={isUndoing}
          onPress={() => {
            moveFocus(group === 'waiting')
            undo(id)
          }}
        >
          Undo
        </Button>
      )}
      {canResend && <Resend email={email} group={group} />}
      {needsAttention && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Dismiss email to ${to}`}
          isLoading={isDismissing}
          onPress={() => {
            moveFocus(group === 'attention')
            dismiss(id)
          }}
        >
          Dismiss
        </Button>
      )}
    </div>
  )
}

function RetryNow({ email: { id, to } }: { email: SentEmail }) {
  const { mutate, isPending } = useRetry()
  return (
    <Button size="sm" aria-label={`Retry now: email to ${to}`} isLoading={isPending} onPress={() => mutate(id)}>
      Retry now
    </Button>
  )
}

function Resend({ email: { id, state, to, askCents, failureCode }, group }: EmailActionsProps) {
  const { data: me } = useMe()
  const [dialog, setDialog] = useState<'none' | 'confirm' | 'verify'>('none')
  const close = () => setDialog('none')
  const { mutate, isPending } = useResend()
  const isLate = failureCode === 'too-late'

  function resend() {
    if (!me.accountVerified) return setDialog('verify')
    moveFocus(state !== 'unknown' && group === 'attention')
    if (state === 'unknown') return setDialog('confirm')
    mutate(id)
  }

  return (
    <>
      <Button
        size="sm"
        aria-label={isLate ? `Send anyway: email to ${to}` : `Resend email to ${to}`}
        isLoading={isPending}
        onPress={resend}
      >
        {isLate ? `Send anyway${askCents === null ? '' : `, ${formatDollars(askCents)}`}` : 'Resend'}
      </Button>
      <AlertDialog
        title="Resend"
        isOpen={dialog === 'confirm'}
        onClose={close}
        actions={
          <>
            <Button onPress={close}>Cancel</Button>
            <Button
              variant="primary"
              onPress={() => {
                close()
                mutate(id)
              }}
            >
              Resend
            </Button>
          </>
        }
      >
        The recipient may already have this email. Resend it?
      </AlertDialog>
      {dialog === 'verify' && <VerifyEmailDialog email={me.email} onClose={close} />}
    </>
  )
}
