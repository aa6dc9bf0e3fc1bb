import { Problem } from '@loadping/contract/wire/problem'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLeftOut } from '../left-out.ts'
import { isChangingLoads } from '../loads/shown-changes.data.ts'
import { refresh } from '../query-client.ts'
import { userIdOf } from '../session/access-token.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { TopBanner } from '../ui/top-banner.tsx'

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
      <TopBanner
        label="Missing data"
        title="Some of your team's data is missing here."
        text="Part of our database does not answer. Nothing is lost; lists and counts leave it out until it does."
        action={
          <Button size="sm" onPress={() => void askAgain(queries)}>
            Try again
          </Button>
        }
      />
    </div>
  )
}
