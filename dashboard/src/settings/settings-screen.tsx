import { brand } from '@loadping/contract/brand'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useUserType } from '../account/account.data.ts'
import { DeletionCard } from '../account-deletion/deletion-card.parts.tsx'
import { ExportCard } from '../account-export/export-card.parts.tsx'
import { BrokerViewCard } from '../broker-view/broker-view.parts.tsx'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { SnippetsCard } from '../snippets/snippets.parts.tsx'
import { useTemplates } from '../templates/templates.data.ts'
import { CostsCard } from '../trucks/costs.parts.tsx'
import { TrucksCard } from '../trucks/trucks.parts.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BusinessCard } from './business-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import { ProfileCard } from './profile-card.tsx'

export const SettingsScreen = () => (
  <>
    <title>{`Settings · ${brand.name}`}</title>
    <Head />
    <div className="flex max-w-200 flex-col gap-4">
      <Anchor id="profile">
        <Section what="your profile" skeleton={<CardSkeleton title="Profile" />}>
          <ProfileCard />
        </Section>
      </Anchor>
      <Anchor id="look">
        <Section what="how you look" skeleton={<CardSkeleton title="How you look" />}>
          <Look />
        </Section>
      </Anchor>
      <Anchor id="snippets">
        <Section what="your snippets" skeleton={<CardSkeleton title="Snippets" />}>
          <SnippetsCard />
        </Section>
      </Anchor>
      <EmailLinkCard />
      <CarrierCards />
      <Section what="your business" skeleton={<CardSkeleton title="Business" />}>
        <BusinessCard />
      </Section>
      <Section what="your devices" skeleton={<CardSkeleton title="Signed-in devices" />}>
        <DevicesCard />
      </Section>
      <Anchor id="export">
        <Section what="your export" skeleton={<CardSkeleton title="Export my data" />}>
          <ExportCard />
        </Section>
      </Anchor>
      <PrivacyCard />
      <DeletionCard />
    </div>
  </>
)

function Head() {
  const carriers = useUserType() === 'broker' ? '' : 'trucks, costs, '
  return (
    <PageHead title="Settings" context={`Profile, snippets, ${carriers}business, signed-in devices and your data`} />
  )
}

const EmailLinkCard = () => (
  <Card title="Mailboxes">
    <div className="flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="min-w-60 flex-1 text-table text-secondary">
        Connect Gmail, Outlook or an SMTP server, and see what was sent, waits or failed.
      </p>
      <Link to={paths.email} className={buttonStyle('secondary')}>
        Open Email
      </Link>
    </div>
  </Card>
)

/** What only carriers have. */
function CarrierCards() {
  if (useUserType() === 'broker') return null
  return (
    <>
      <Anchor id="trucks">
        <Section what="your trucks" skeleton={<CardSkeleton title="Trucks" />}>
          <TrucksCard />
        </Section>
      </Anchor>
      <Anchor id="costs">
        <Section what="your costs" skeleton={<CardSkeleton title="Costs" />}>
          <CostsCard />
        </Section>
      </Anchor>
    </>
  )
}

/** Judges the sender with the user's templates. */
const Look = () => <BrokerViewCard templates={useTemplates()} />

/** A section that a URL can lead to by its hash. */
function Anchor({ id, children }: { id: string; children: ReactNode }) {
  const { hash, key } = useLocation()
  const element = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation leads there again.
  useEffect(() => {
    if (hash !== `#${id}`) return
    element.current?.scrollIntoView()
    element.current?.focus({ preventScroll: true })
  }, [hash, id, key])

  return (
    <div ref={element} id={id} tabIndex={-1} className="scroll-mt-4 rounded-md outline-none">
      {children}
    </div>
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
