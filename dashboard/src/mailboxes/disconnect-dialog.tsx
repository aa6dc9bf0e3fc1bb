import type { Mailbox } from '@loadping/contract/mailboxes'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { AlertDialog } from '../ui/dialog.tsx'
import { useDisconnect } from './mailboxes.data.ts'

/** Asks before a mailbox is forgotten, and says what follows. */
export function DisconnectDialog({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const { mutate, isPending } = useDisconnect()
  return (
    <AlertDialog
      title={`Disconnect ${mailbox.address}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Keep it</Button>
          <Button variant="danger" isLoading={isPending} onPress={() => mutate(mailbox, { onSettled: onClose })}>
            Disconnect
          </Button>
        </>
      }
    >
      <p>Mail that waits to leave from here will not leave. What was sent stays sent.</p>
      <p className="mt-2">{whatBecomes[mailbox.kind]}</p>
    </AlertDialog>
  )
}

const Outside = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className="text-accent-text underline underline-offset-3">
    {children}
  </a>
)

/** What becomes of the leave to send. */
const whatBecomes: Record<Mailbox['kind'], ReactNode> = {
  google: 'We give the permission to send back to Google.',
  outlook: (
    <>
      We forget the permission to send. Only you can end it at Microsoft: in the app permissions of a personal account
      at <Outside href="https://account.live.com/consent/Manage">account.live.com/consent/Manage</Outside>, or of a work
      account at <Outside href="https://myapps.microsoft.com">myapps.microsoft.com</Outside>.
    </>
  ),
  smtp: 'We forget the app password. Revoke it at your mail provider too, so that nobody can use it.',
  relay: 'A sign-in email connects the relay again.',
}
