import { brand } from '@loadping/contract/brand'
import { Section } from '../section.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BusinessCard } from './business-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'

export const SettingsScreen = () => (
  <>
    <title>{`Settings · ${brand.name}`}</title>
    <PageHead title="Settings" context="Business details and signed-in devices" />
    <div className="flex max-w-200 flex-col gap-4">
      <Section what="your business" skeleton={<CardSkeleton title="Business" />}>
        <BusinessCard />
      </Section>
      <Section what="your devices" skeleton={<CardSkeleton title="Signed-in devices" />}>
        <DevicesCard />
      </Section>
      <PrivacyCard />
    </div>
  </>
)

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
