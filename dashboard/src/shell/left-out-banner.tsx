import { Problem } from '@loadping/contract/wire/problem'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useLeftOut } from '../left-out.ts'
import { isChangingLoads } from '../loads/shown-changes.data.ts'
import { refresh } from '../query-client.ts'
import { userIdOf } from '../session/access-token.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'

const askAgainMs = 30_000

/** What is read of a whole team. */
const ofTeams = ['analytics', 'emails', 'home', 'load-list', 'loads', 'team', 'templates', 'truck-board']

/** Asks again for what is read of a team. If all of it answers and nothing is left out any more, nothing is missing. */
async function askAgain(queries: QueryClient): Promise<void> {
  if (isChangingLoads(queries)) return // whose change is shown and not answered yet
  const { answers } = useLeftOut.getState()
  refresh(queries, ...ofTeams.map((feature) => [feature]))
  const shown = {
    type: 'active',
    predicate: ({ queryKey: [feature] }: Query) => ofTeams.includes(String(feature)),
  } as const
  await queries.refetchQueries(shown, { cancelRefetch: false }) // those that have begun
  if (queries.getQueryCache().findAll(shown).every(isAnswered) && useLeftOut.getState().answers === answers)
    useLeftOut.setState({ isLeftOut: false })
}

/** Whether the server answered, also with a problem of the user's, such as what their plan lacks. */
const isAnswered = ({ state: { error, fetchStatus } }: Query): boolean =>
  fetchStatus !== 'paused' &&
  (error === null || (error instanceof Problem && !['unavailable', 'unexpected'].includes(error.code)))

/** Says that pages leave out teammates, and lets them ask again until they do not. */
export function LeftOutBanner() {
  const queries = useQueryClient()
  useEffect(() => {
    const interval = setInterval(() => void askAgain(queries), askAgainMs)
    const unsubscribe = useSession.subscribe((now, before) => {
      if (userIdOf(now) !== userIdOf(before)) useLeftOut.setState({ isLeftOut: false })
    })
    return () => {
      clearInterval(interval)
      unsubscribe()
    }
  }, [queries])
  return (
    <div role="status">
      <section
        aria-label="Missing data"
        className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-warning-border bg-warning-subtle px-6 py-2 text-table max-sm:px-4 max-sm:py-3"
      >
        <TriangleAlert
          size={16}
          strokeWidth={1.6}
          aria-hidden="true"
          className="shrink-0 text-warning-text max-sm:hidden"
        />
        <p className="min-w-60 flex-1">
          <strong className="font-semibold">Some of your team's data is missing here.</strong>{' '}
          <span className="text-secondary">
            Part of our database does not answer. Nothing is lost; lists and counts leave it out until it does.
          </span>
        </p>
        <Button size="sm" onPress={() => void askAgain(queries)}>
          Try again
        </Button>
      </section>
    </div>
  )
}
