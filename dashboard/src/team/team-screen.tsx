import { brand } from '@loadping/contract/brand'
import { useMe } from '../account/account.data.ts'
import { Section } from '../section.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { NoOrganization } from './no-organization.tsx'
import { OrganizationPage } from './organization-page.tsx'
import { refetchMilliseconds, useTeam, useTeamLoading } from './team.data.ts'

/** The user's team, or how to get one. */
export function TeamScreen() {
  const isLoading = useTeamLoading()
  return (
    <div aria-busy={isLoading}>
      <title>{`My team · ${brand.name}`}</title>
      <Section what="your team" isPage skeleton={<TeamSkeleton />}>
        <Team />
      </Section>
    </div>
  )
}

function Team() {
  useMe(refetchMilliseconds)
  const { team, members } = useTeam()
  return team.id === null ? <NoOrganization /> : <OrganizationPage team={team} members={members} />
}

const TeamSkeleton = () => (
  <>
    <PageHead title="My team" />
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      {[1, 2].map((card) => (
        <Card key={card} className="p-4">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="mt-3 h-3 w-60 max-w-full" />
        </Card>
      ))}
    </div>
    <Card className="mt-5">
      <div className="h-8 bg-sunken max-sm:hidden" />
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex h-11 items-center gap-3 border-t border-subtle px-4">
          <Skeleton className="size-7" />
          <Skeleton className="h-3.5 w-44 max-w-full" />
          <Skeleton className="ml-auto h-3.5 w-16" />
        </div>
      ))}
    </Card>
  </>
)
