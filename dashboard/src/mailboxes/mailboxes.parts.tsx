import type { Mailbox } from '@loadping/contract/mailboxes/mailboxes'
import { senderNameOf, shownNameOf } from '@loadping/contract/mailboxes/sender-name'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { useProfile } from '../account/profile.data.ts'
import { EditProfile, MissingSenderName } from '../account/profile.parts.tsx'
import { paths } from '../paths.ts'
import { AddressText } from '../ui/address-text.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { senderOf } from './mailbox-display.parts.tsx'
import { MailboxRow } from './mailbox-row.tsx'
import { useMailboxes } from './mailboxes.data.ts'
import { sentCopies } from './sent-copy.ts'
import { WaitingOffer } from './waiting-offer.parts.tsx'

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
        <Link to={paths.connect} className={buttonStyle('secondary', 'sm')}>
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
      <WaitingOffer className="border-b border-subtle bg-warning-subtle px-4" />
      <ul>
        {mailboxes.map((mailbox) => (
          <MailboxRow
            key={`${mailbox.kind} ${mailbox.address}`}
            mailbox={mailbox}
            onDisconnect={() => setToDisconnect(mailbox)}
          />
        ))}
      </ul>
      {mailboxes.length === 0 && !isConnecting && (
        <p className="p-4 text-table text-secondary">No mailbox connected. Connect one to send emails.</p>
      )}
      {toDisconnect && (
        <DisconnectDialog
          mailbox={toDisconnect}
          next={mailboxes.find((mailbox) => mailbox !== toDisconnect)}
          onClose={() => setToDisconnect(undefined)}
        />
      )}
    </Card>
  )
}

/** The sender that recipients see, where their replies go, and what else the page says about it. */
export function RecipientsSee({ children }: { children?: ReactNode }) {
  const mailbox = useMailboxes().find(({ isDefault }) => isDefault)
  const profile = useProfile()
  return (
    <Card title="What recipients see" aside={<EditProfile />}>
      <Facts className="[&>div]:px-4">
        <Fact name="Name">{mailbox && senderNameOf(mailbox, profile)}</Fact>
        <Fact name="Sent from">{mailbox && <AddressText>{senderOf(mailbox)}</AddressText>}</Fact>
        <Fact name="Replies go to">{mailbox && <AddressText>{mailbox.address}</AddressText>}</Fact>
        <Fact name="Your copies">{mailbox && sentCopies[mailbox.kind].where}</Fact>
      </Facts>
      {!shownNameOf(profile.name) && (
        <div className="border-t border-subtle p-3">
          <MissingSenderName />
        </div>
      )}
      {children}
      <p className="border-t border-subtle px-4 py-3 text-caption text-secondary">
        With Gmail and Outlook we can only send. Replies go to your inbox, which we can't read, so record the outcome
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

export const RecipientsSeeSkeleton = () => (
  <Card title="What recipients see">
    <div className="flex flex-col gap-4 p-4">
      <Skeleton className="h-3.5 w-full" />
      <Skeleton className="h-3.5 w-full" />
    </div>
  </Card>
)
