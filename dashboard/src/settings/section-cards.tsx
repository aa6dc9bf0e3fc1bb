import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { DeletionCard } from '../account-deletion/deletion-card.parts.tsx'
import { ExportCard } from '../account-export/export-card.parts.tsx'
import { BrokerViewCard } from '../broker-view/broker-view.parts.tsx'
import { SellByCard, SellBySkeleton } from '../emails/sell-by.parts.tsx'
import { BoardsCard } from '../extension/boards.parts.tsx'
import { MailboxesCard, MailboxesSkeleton } from '../mailboxes/mailboxes.parts.tsx'
import { NotificationsCard } from '../notifications/notifications.parts.tsx'
import { paths, type SettingsSection } from '../paths.ts'
import { Section } from '../section.tsx'
import { SnippetsCard } from '../snippets/snippets.parts.tsx'
import { useTemplates } from '../templates/templates.data.ts'
import { CostsCard } from '../trucks/costs.parts.tsx'
import { TrucksCard } from '../trucks/trucks.parts.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BusinessCard } from './business-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import { ProfileCard } from './profile-card.tsx'

/** What a section shows. */
export const SectionCard = ({ id }: { id: SettingsSection }) => sectionCards[id]()

const sectionCards: Record<SettingsSection, () => ReactNode> = {
  profile: () => (
    <Section what="your profile" skeleton={<CardSkeleton title="Profile" />}>
      <ProfileCard />
    </Section>
  ),
  look: () => (
    <Section what="how you look" skeleton={<CardSkeleton title="How you look" />}>
      <Look />
    </Section>
  ),
  snippets: () => (
    <Section what="your snippets" skeleton={<CardSkeleton title="Snippets" />}>
      <SnippetsCard />
    </Section>
  ),
  business: () => (
    <Section what="your business" skeleton={<CardSkeleton title="Business" />}>
      <BusinessCard />
    </Section>
  ),
  trucks: () => (
    <Section what="your trucks" skeleton={<CardSkeleton title="Trucks" />}>
      <TrucksCard />
    </Section>
  ),
  costs: () => (
    <Section what="your costs" skeleton={<CardSkeleton title="Costs" />}>
      <CostsCard />
    </Section>
  ),
  boards: () => (
    <Section what="your load boards" skeleton={<CardSkeleton title="Load boards" />}>
      <BoardsCard />
    </Section>
  ),
  mailboxes: () => (
    <Section what="your mailboxes" skeleton={<MailboxesSkeleton />}>
      <Mailboxes />
    </Section>
  ),
  sending: () => (
    <Section what="how long emails wait" skeleton={<SellBySkeleton />}>
      <SellByCard />
    </Section>
  ),
  notifications: () => (
    <Section what="your notifications" skeleton={<CardSkeleton title="Notifications" />}>
      <NotificationsCard />
    </Section>
  ),
  devices: () => (
    <Section what="your devices" skeleton={<CardSkeleton title="Signed-in devices" />}>
      <DevicesCard />
    </Section>
  ),
  privacy: () => <PrivacyCard />,
  export: () => (
    <Section what="your export" skeleton={<CardSkeleton title="Export my data" />}>
      <ExportCard />
    </Section>
  ),
  delete: () => <DeletionCard />,
}

/** Judges the sender with the user's templates. */
const Look = () => <BrokerViewCard templates={useTemplates()} />

/** The mailboxes of a user who ever had one, else where to connect the first. */
function Mailboxes() {
  if (useMe().data.accountVerified) return <MailboxesCard isConnecting={false} />
  return (
    <Card title="Mailboxes">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="min-w-60 flex-1 text-table text-secondary">
          Connect Gmail, Outlook or an SMTP server to send emails from your own address.
        </p>
        <Link to={paths.connect} className={buttonStyle('secondary')}>
          Connect a mailbox
        </Link>
      </div>
    </Card>
  )
}

const CardSkeleton = ({ title }: { title: string }) => (
  <Card title={title}>
    {[1, 2, 3].map((row) => (
      <div key={row} className="flex items-center gap-3 border-b border-subtle px-4 py-3.5 last:border-0">
        <Skeleton className="size-7" />
        <Skeleton className="h-3.5 w-48 max-w-full" />
        <Skeleton className="ml-auto h-7 w-16" />
      </div>
    ))}
  </Card>
)
