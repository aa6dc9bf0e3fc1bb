import type { Mailbox } from '@loadping/contract/mailboxes/mailboxes'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { AlertDialog } from '../ui/overlay/dialog.tsx'
import { senderOf } from './mailbox-display.parts.tsx'
import { useDisconnect } from './mailboxes.data.ts'

type DisconnectDialogProps = {
  mailbox: Mailbox
  /** The mailbox that takes over if this one was the default. */
  next: Mailbox | undefined
  onClose: () => void
}

/** Confirms that a mailbox is disconnected, and says what follows. */
export function DisconnectDialog({ mailbox, next, onClose }: DisconnectDialogProps) {
  const { mutate, isPending } = useDisconnect()
  return (
    <AlertDialog
      title={`Disconnect ${mailbox.address}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" isLoading={isPending} onPress={() => mutate(mailbox, { onSettled: onClose })}>
            Disconnect
          </Button>
        </>
      }
    >
      <p>Emails waiting to send from here won't be sent. Sent emails aren't affected.</p>
      {mailbox.isDefault && <p className="mt-2">{takenOverBy(next)}</p>}
      <p className="mt-2">{consequences[mailbox.kind]}</p>
    </AlertDialog>
  )
}

function takenOverBy(next: Mailbox | undefined): string {
  if (!next) return "You can't send email until you connect another mailbox."
  const text = `New emails will be sent from ${senderOf(next)}.`
  return next.failure === null ? text : `${text} Reconnect it first.`
}

const ExternalLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className="text-accent-text underline underline-offset-3">
    {children}
  </a>
)

/** What happens to the send permission. */
const consequences: Record<Mailbox['kind'], ReactNode> = {
  google: "We'll remove our send permission at Google.",
  outlook: (
    <>
      We'll delete our access. To remove it at Microsoft too, go to the app permissions of a personal account at{' '}
      <ExternalLink href="https://account.live.com/consent/Manage">account.live.com/consent/Manage</ExternalLink>, or of
      a work account at <ExternalLink href="https://myapps.microsoft.com">myapps.microsoft.com</ExternalLink>.
    </>
  ),
  smtp: "We'll delete the app password. Revoke it at your email provider too.",
  relay: 'Sign in with an email link to reconnect the relay.',
}
