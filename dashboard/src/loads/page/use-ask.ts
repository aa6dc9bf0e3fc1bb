import type { User } from '@loadping/contract/account/account'
import type { LoadPage } from '@loadping/contract/loads/saved-loads'
import { useReply } from '../reply/use-reply.ts'
import { useCompose } from './use-compose.ts'
import { useLadder } from './use-ladder.ts'
import type { Trip } from './use-trip.ts'

export type Ask = ReturnType<typeof useAsk>

/** What the user asks for a load: by the reply to its broker's counter while that is open, else by a new email. */
export function useAsk(
  page: LoadPage,
  { trip, me, floorCents }: { trip: Trip; me: User; floorCents: number | undefined },
) {
  const { load } = page
  const compose = useCompose(page, { trip, me, floorCents })
  const composedLadder = useLadder({ load, compose, floorCents })
  const reply = useReply(page, { trip, me, floorCents, compose })
  const openReply = reply?.isOpen ? reply : undefined
  return {
    compose,
    reply,
    openReply,
    ladder: openReply ? openReply.ladder : composedLadder,
    askCents: (openReply ?? compose.email ?? compose.composed)?.askCents ?? undefined,
  }
}
