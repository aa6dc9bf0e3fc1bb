import type { User } from '@loadping/contract/account/account'
import { readDollars } from '@loadping/contract/format/money'
import type { Reply as ReplyBody, ReplyOffer } from '@loadping/contract/inquiries/replies'
import { StatedCents } from '@loadping/contract/loads/outcomes'
import type { LoadPage, SavedLoad } from '@loadping/contract/loads/saved-loads'
import { Problem } from '@loadping/contract/wire/problem'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useNow } from '../../ui/use-now.ts'
import { useDeviceDraft } from '../../use-device-draft.ts'
import { useReplyOffer, useSendReply } from '../page/load-page.data.ts'
import type { RecentContact } from '../page/recent-contacts.ts'
import type { Compose } from '../page/use-compose.ts'
import { climb, ladderOf } from '../page/use-ladder.ts'
import { useSendQuestions } from '../page/use-send-questions.ts'
import { useSender } from '../page/use-sender.ts'
import type { Trip } from '../page/use-trip.ts'
import { fillReply, standardWording } from './reply-text.ts'
import { replyValues } from './reply-values.ts'

const ReplyDraft = z.object({
  /** The counter for which the ask was typed. */
  counterAt: z.optional(z.string()),
  ask: z.optional(z.string()),
  /** Null: the product's. */
  wording: z.optional(z.nullable(z.string())),
})
const emptyDraft: z.infer<typeof ReplyDraft> = {}

type Replied = { trip: Trip; me: User; floorCents: number | undefined; compose: Compose }

export type Reply = NonNullable<ReturnType<typeof useReply>>

/** The reply to the counter that the user's own load has; undefined without one. */
export function useReply({ load }: LoadPage, { trip, me, floorCents, compose }: Replied) {
  const { id, userId } = load
  const counter = userId === me.userId && load.outcome?.kind === 'countered' ? load.outcome : undefined
  const { data: offer, isError, refetch } = useReplyOffer(id, counter !== undefined)
  const { clearDraft, ...draft } = useReplyDraft(load, { trip, floorCents, compose, kept: offer?.wording ?? null })
  const [refused, setRefused] = useState<RecentContact[]>([])
  const [isAside, setAside] = useState(false)
  const send = useSendReply(id)
  const { askCents } = draft
  const { asksFirst, ...questions } = useSendQuestions({ trip, key: `${me.userId} ${id}`, floorCents, askCents })
  if (!counter) return undefined

  const request = requestOf({ ...draft, trip, offer, counterAt: counter.at, isConfirmed: refused.length > 0 })
  function submit() {
    if (!request || send.isPending) return
    if (!me.accountVerified) return compose.askVerify()
    if (asksFirst()) return
    send.mutate(request, {
      onSuccess: (sent) => {
        clearDraft()
        setRefused([])
        compose.keepSent(sent.id)
      },
      onError: (error) => {
        if (!(error instanceof Problem) || error.code !== 'already-contacted') return
        const { previous = [] } = error.details
        setRefused(previous.map(({ userId: by, at, askCents: cents }) => ({ by, at, askCents: cents, type: 'EMAIL' })))
      },
    })
  }

  return {
    ...draft,
    ...questions,
    counter,
    offer,
    loadAgain: isError ? () => void refetch() : undefined,
    /** Whether the card offers the reply, in place of a new email. */
    isOpen: Boolean(offer?.to) && !offer?.answer && !compose.email && !isAside,
    isAside,
    setAside,
    noTruck: trip.noTruck,
    refused,
    canSend: request !== undefined,
    isSending: send.isPending,
    error: send.error,
    submit,
  }
}

type Drafted = Omit<Replied, 'me'> & { kept: string | null }

/** What the user chose and typed for the reply, and its text. */
function useReplyDraft({ id, facts, outcome, ...load }: SavedLoad, { trip, floorCents, compose, kept }: Drafted) {
  const { draft, setDraft, clearDraft } = useDeviceDraft({
    place: `reply.${id}`,
    schema: ReplyDraft,
    empty: emptyDraft,
  })
  const sender = useSender()
  const now = useNow(60_000).getTime()
  const ladder = ladderOf({ ...load, outcome }, compose.composed?.target, floorCents)
  const typed = draft.counterAt === outcome?.at ? draft.ask : undefined
  const ask = typed ?? (ladder?.nextCents === undefined ? '' : String(ladder.nextCents / 100))
  const askCents = StatedCents.safeParse(readDollars(ask)).data
  const changeAsk = (next: string) => setDraft((before) => ({ ...before, ask: next, counterAt: outcome?.at }))
  const wording = draft.wording === undefined ? kept : draft.wording
  return {
    ask,
    askCents,
    changeAsk,
    ladder: ladder && climb(ladder, askCents, (cents) => changeAsk(String(cents / 100))),
    wording,
    changeWording: (next: string | null) =>
      setDraft((before) => ({ ...before, wording: next === standardWording ? null : next })),
    filled: fillReply(wording ?? standardWording, replyValues({ facts, sender, trip, askCents, now })),
    clearDraft,
  }
}

type Requested = Pick<ReplyBody, 'wording'> & {
  filled: ReturnType<typeof fillReply>
  askCents: number | undefined
  trip: Trip
  offer: ReplyOffer | undefined
  counterAt: string
  isConfirmed: boolean
}

/** Undefined while it cannot be sent. */
function requestOf({
  filled,
  askCents,
  wording,
  trip,
  offer,
  counterAt,
  isConfirmed,
}: Requested): ReplyBody | undefined {
  if (!offer?.to || filled.problem !== undefined || askCents === undefined) return undefined
  return {
    text: filled.text,
    askCents,
    wording,
    ...(trip.truck && { truckId: trip.truck.id }),
    ...(isConfirmed && { confirmed: true }),
    expected: {
      to: offer.to,
      counterAt,
      truckId: trip.noTruck === undefined ? (trip.truck?.id ?? null) : null,
    },
  }
}
