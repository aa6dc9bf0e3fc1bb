import { brand } from '@loadping/contract/brand'
import { Problem } from '@loadping/contract/wire/problem'
import { Mail, SearchX } from 'lucide-react'
import { ErrorBoundary } from 'react-error-boundary'
import { Link, useParams } from 'react-router'
import { HeaderTitle } from '../../header-title.tsx'
import { preloadMap } from '../../map/map.parts.tsx'
import { paths } from '../../paths.ts'
import { Section } from '../../section.tsx'
import { useSession } from '../../session/session.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { useCurrentPath } from '../../use-current-path.ts'
import type { BookLoad } from '../reply/use-book-counter.tsx'
import { LoadSkeleton } from './load-skeleton.tsx'
import { OwnLoad } from './own-load.tsx'
import { SharedLoadView } from './shared-load.tsx'

/** The key of a link, where a load's own id has hyphens at fixed places. */
const linkKey = /^[\w-]{22}$/
const loadId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Shows a load to its team by its id, and its plan to anyone by the key of a link. */
export function LoadScreen({ BookLoad }: { BookLoad: BookLoad }) {
  const { id = '' } = useParams()
  const isAuth = useSession((session) => session.isAuth)
  const isLink = linkKey.test(id)
  if (!isLink && !loadId.test(id)) return <NoLoad isLink={false} />
  if (!isLink && !isAuth) return <LoadGuestView />
  preloadMap()
  return (
    <Section key={id} what="this load" isPage skeleton={<LoadSkeleton />}>
      <ErrorBoundary fallbackRender={({ error }) => <LoadNotFound error={error} isLink={isLink} />}>
        {isLink ? <SharedLoadView linkKey={id} /> : <OwnLoad id={id} BookLoad={BookLoad} />}
      </ErrorBoundary>
    </Section>
  )
}

/** Explains to a guest what a load's page shows and how to see it. */
function LoadGuestView() {
  const currentPath = useCurrentPath()
  return (
    <div className="mx-auto max-w-90 px-4 pt-20 max-sm:pt-6">
      <title>{`Load · ${brand.name}`}</title>
      <HeaderTitle>Load</HeaderTitle>
      <Card className="p-5">
        <span
          aria-hidden="true"
          className="flex size-10 items-center justify-center rounded-sm bg-accent-subtle text-accent-text"
        >
          <Mail size={20} strokeWidth={1.6} />
        </span>
        <h2 className="mt-4 text-lead font-semibold">Email about a load in one click</h2>
        <p className="mt-1 text-table text-secondary">
          This page shows a load with its lane, asks and history. Only the team that saved it can see it. Log in if it's
          yours.
        </p>
        <Link to={paths.signInFor(currentPath)} className={`mt-5 w-full ${buttonStyle('primary', 'lg')}`}>
          Log In
        </Link>
      </Card>
    </div>
  )
}

/** Reports an unknown load or link; throws any other error to the section, which offers a retry. */
function LoadNotFound({ error, isLink }: { error: unknown; isLink: boolean }) {
  if (!(error instanceof Problem && ['not-found', 'invalid-input'].includes(error.code))) throw error
  return <NoLoad isLink={isLink} />
}

function NoLoad({ isLink }: { isLink: boolean }) {
  const hasLoads = useSession((session) => session.isAuth) && !isLink
  return (
    <div className="mx-auto max-w-200 p-4">
      <title>{`Load not found · ${brand.name}`}</title>
      <HeaderTitle>Load</HeaderTitle>
      <Card>
        <EmptyState
          icon={<SearchX size={24} strokeWidth={1.6} aria-hidden="true" />}
          title={isLink ? 'This link no longer works' : 'Load not found'}
          text={
            isLink
              ? 'Links to loads end after 72 hours, or when the team that shared them revokes them. Ask for a new one.'
              : 'It belongs to another account, was removed, or the link has a typo.'
          }
        >
          <Link to={hasLoads ? paths.loads : paths.home} className={buttonStyle('primary')}>
            {hasLoads ? 'My loads' : 'Go to Dashboard'}
          </Link>
        </EmptyState>
      </Card>
    </div>
  )
}
