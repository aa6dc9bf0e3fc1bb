import type { Mailbox } from '@loadping/contract/mailboxes'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { senderOf } from './mailbox-display.tsx'
import { MailboxRow } from './mailbox-row.tsx'
import { useMailboxes } from './mailboxes.data.ts'

/** The mailboxes that are connected; whoever never had one sees the ways to one instead. */
export function MailboxesCard({ isConnecting }: { isConnecting: boolean }) {
  const { data: me } = useMe()
  const mailboxes = useMailboxes()
  const [toDisconnect, setLeaving] = useState<Mailbox>()
  if (mailboxes.length === 0 && !isConnecting && !me.accountVerified) return null

  return (
    <Card
      title="Mailboxes"
      aside={
        <Link to={`${paths.email}#instructions`} className={buttonStyle('secondary', 'sm')}>
          Connect another
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
          <MailboxRow key={mailbox.kind} mailbox={mailbox} onDisconnect={() => setLeaving(mailbox)} />
        ))}
      </ul>
      {mailboxes.length === 0 && !isConnecting && (
        <p className="p-4 text-table text-secondary">No mailbox is connected. Choose a way below.</p>
      )}
      {toDisconnect && <DisconnectDialog mailbox={toDisconnect} onClose={() => setLeaving(undefined)} />}
    </Card>
  )
}

/** Whom brokers read as the sender, and whom they answer. */
export function BrokersSee() {
  const selected = useMailboxes().find(({ isDefault: isSelected }) => isSelected)
  return (
    <Card title="What brokers see">
      <dl className="divide-y divide-subtle text-table">
        <Fact name="Sent from">{selected && senderOf(selected)}</Fact>
        <Fact name="Answers go to">{selected?.address}</Fact>
      </dl>
      <p className="border-t border-subtle px-4 py-3 text-caption text-secondary">
        From Gmail and Outlook we can send, and nothing else. Answers come to your own mailbox, where we see nothing:
        read them there, and note by hand what became of a load.
      </p>
    </Card>
  )
}

const Fact = ({ name, children }: { name: string; children: string | undefined }) => (
  <div className="flex justify-between gap-4 px-4 py-2.5">
    <dt className="shrink-0 text-secondary">{name}</dt>
    <dd className="min-w-0 text-right font-medium wrap-anywhere">{children ?? <EmptyValue />}</dd>
  </div>
)

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
