import { brand } from '@loadping/contract/brand'
import { lazy } from 'react'
import { Navigate } from 'react-router'
import { useUserInfo } from '../account/account.data.ts'
import { PageLoading } from '../page-outlet.tsx'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { OffersSkeleton } from './offers-skeleton.tsx'

// Apart, so that the first script of all pages does not name every script of this one.
const Offers = lazy(async () => ({ default: (await import('./offers-page.tsx')).Offers }))

/** Carriers' answers to a broker's postings. A carrier is redirected to the Dashboard, once it is known who it is. */
export function OffersScreen() {
  const { data, isPending } = useUserInfo()
  if (isPending) return <PageLoading />
  if (data?.userType === 'carrier') return <Navigate to={paths.home} replace />
  return (
    <>
      <title>{`Offers · ${brand.name}`}</title>
      <Section what="your offers" isPage skeleton={<OffersSkeleton />}>
        <Offers />
      </Section>
    </>
  )
}
