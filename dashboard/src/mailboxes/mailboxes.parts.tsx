import type { Mailbox } from '@loadping/contract/mailboxes'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { senderOf } from './mailbox-display.parts.tsx'
import { MailboxRow } from './mailbox-row.tsx'
import { useMailboxes } from './mailboxes.data.ts'

/** The connected mailboxes; nothing for a user who never had one. */
export function MailboxesCard({ isConnecting }: { isConnecting: boolean }) {
  const { data: me } = useMe()
  const mailboxes = useMailboxes()
  const [toDisconnect, setToDisconnect] = useState<Mailbox>()
  if (mailboxes.length === 0 && !isConnecting && !me.accountVerified) return null

  return (
    <Card
      title="Mailboxes"
      aside={
        <Link to={`${paths.email}#instructions`} className={buttonStyle('secondary', 'sm')}>
          Connect a mailbox
        </Link>
      }
    >
      {isConnecting && (
        <p
          role="status"
          className="flex items-center gap-2 border-b border-subtle px-4 py-3 text-table text-secondary last:border-0"
        >
          <Spinner />
          Connecting your mailbox
        </p>
      )}
      <ul>
        {mailboxes.map((mailbox) => (
          <MailboxRow key={mailbox.kind} mailbox={mailbox} onDisconnect={() => setToDisconnect(mailbox)} />
        ))}
      </ul>
      {mailboxes.length === 0 && !isConnecting && (
        <p className="p-4 text-table text-secondary">No mailbox connected. Choose an option below.</p>
      )}
      {toDisconnect && <DisconnectDialog mailbox={toDisconnect} onClose={() => setToDisconnect(undefined)} />}
    </Card>
  )
}

/** The sender that brokers see, and where their replies go. */
export function BrokersSee() {
  const mailbox = useMailboxes().find(({ isDefault }) => isDefault)
  return (
    <Card title="What brokers see">
      <Facts className="[&>div]:px-4">
        <Fact name="Sent from">{mailbox && senderOf(mailbox)}</Fact>
        <Fact name="Replies go to">{mailbox?.address}</Fact>
      </Facts>
      <p className="border-t border-subtle px-4 py-3 text-caption text-secondary">
        With Gmail and Outlook we can only send. Replies go to your inbox, which we can't read, so update the load
        yourself.
      </p>
    </Card>
  )
}

export const MailboxesSkeleton = () => (
  <Card title="Mailboxes">
    <div className="flex items-center gap-3 p-4">
      <Skeleton className="size-7" />
      <Skeleton className="h-3.5 w-60 max-w-full" />
    </div>
  </Card>
)

export const BrokersSeeSkeleton = () => (
  <Card title="What brokers see">
    <div className="flex flex-col gap-4 p-4">
      <Skeleton className="h-3.5 w-full" />
      <Skeleton className="h-3.5 w-full" />
    </div>
  </Card>
)
