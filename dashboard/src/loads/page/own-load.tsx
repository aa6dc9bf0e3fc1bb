import { timeZoneOf } from '@loadping/contract/format/time-zones'
import { loadFigures } from '@loadping/contract/loads/load-figures'
import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import type { LoadPage } from '@loadping/contract/loads/saved-loads'
import type { KnownPlace } from '@loadping/contract/places/places'
import { nameMisfit } from '@loadping/contract/trucks/truck-of-ask'
import type { Costs, Truck } from '@loadping/contract/trucks/trucks'
import { type RefObject, useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { useMe } from '../../account/account.data.ts'
import { usePrefetchProfile } from '../../account/profile.data.ts'
import { VerifyEmailDialog } from '../../emails/emails.parts.tsx'
import { formatDelivery, formatPickup, formatSoon } from '../../freight-text/load-times.ts'
import { useFuel } from '../../fuel/fuel.data.ts'
import { LoadMap } from '../../map/map.parts.tsx'
import { paths } from '../../paths.ts'
import { Section } from '../../section.tsx'
import { usePrefetchSnippets } from '../../snippets/snippets.data.ts'
import { usePrefetchTemplates } from '../../templates/templates.data.ts'
import { useCosts, usePrefetchTrucks, useTrucks } from '../../trucks/trucks.data.ts'
import { useIsPhone, useIsStacked } from '../../ui/use-is-phone.ts'
import { useNow } from '../../ui/use-now.ts'
import { useCall, useChangeLoads } from '../load-changes.data.ts'
import { type BookLoad, useBookCounter } from '../reply/use-book-counter.tsx'
import { RowPopover } from '../row-popover.parts.tsx'
import { AskCard, PhoneBar } from './ask-card.tsx'
import { BrokerCard } from './broker-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { LeavesCard } from './leaves-card.tsx'
import { LoadHeader, LoadMarks } from './load-header.tsx'
import { LoadLayout } from './load-layout.tsx'
import { useLoadPage } from './load-page.data.ts'
import { CardSkeleton } from './load-skeleton.tsx'
import { MemoryCard } from './memory-card.tsx'
import { OutcomeCard } from './outcome-card.tsx'
import { PostedCard } from './posted-card.tsx'
import { nameOf } from './send-guard.tsx'
import { TripStrip } from './trip-strip.tsx'
import { type Ask, useAsk } from './use-ask.ts'
import { useLoadPageKeys } from './use-load-page-keys.ts'
import { useLoadQuestions } from './use-load-questions.ts'
import { type ListedTruck, useRankedTrucks } from './use-ranked-trucks.ts'
import { type Trip, useTrip } from './use-trip.ts'

/** A load of the user or a teammate. */
export function OwnLoad({ id, BookLoad }: { id: string; BookLoad: BookLoad }) {
  usePrefetchParts()
  const page = useLoadPage(id)
  const trucks = useTrucks()
  const costs = useCosts()
  const [truckId, setTruckId] = useState<string>()
  const { facts } = page.load
  const { ranked, named, noTruck } = useRankedTrucks(facts, page.distance, trucks)
  const chosen = trucks.find(({ id }) => id === truckId)
  const misfit = chosen && nameMisfit(chosen, facts)
  const trip = useTrip(facts, page.distance, {
    truck: chosen ?? named,
    noTruck: misfit ? `${chosen.name}: ${misfit}` : chosen ? undefined : noTruck,
  })
  if (page.load.id !== id) return <Navigate replace to={paths.load(page.load.id)} /> // a teammate's id of an own load
  return <Loaded page={page} trucks={ranked} costs={costs} trip={trip} onTruck={setTruckId} BookLoad={BookLoad} />
}

/** Loads at once what the page needs: each part would only start after the one before it. */
function usePrefetchParts(): void {
  usePrefetchTrucks()
  usePrefetchTemplates()
  usePrefetchProfile()
  usePrefetchSnippets()
}

type LoadedProps = {
  page: LoadPage
  trucks: ListedTruck[]
  costs: Costs
  trip: Trip
  onTruck: (id: string) => void
  BookLoad: BookLoad
}

function Loaded({ page, trucks, costs, trip, onTruck, BookLoad }: LoadedProps) {
  const { load, people, history } = page
  const { id, facts } = load
  const { data: me } = useMe()
  const { userId } = me
  const fuel = useFuel(facts.origin)
  const figuresAt = figuresOf(trip, fuel?.diesel, costs)
  const floorCents = figuresAt().walkAwayCents
  const asked = useAsk(page, { trip, me, floorCents })
  const { askCents, compose } = asked
  const changes = useChangeLoads()
  const calls = useCall()
  const call = () => calls.start(load, askCents)
  const isPhone = useIsPhone()
  const { isRightOpen, setRightOpen, askRef, anchors, ...questions } = useLoadQuestions(load, changes)
  const { openCompose, ask, settle } = questions
  const booking = useBookCounter({ BookLoad, load, trip, changes, settle })
  const replyRef = useRef<HTMLDivElement>(null)
  const onStatus = load.userId === userId ? () => ask('status') : undefined
  const end = (kind: OutcomeKind) => (asked.openReply && kind === 'booked' ? booking.start() : settle(kind))
  const sendReply = asked.openReply && (() => sendSeen(asked, replyRef, openCompose))
  const { stepDown } = asked.ladder ?? {}
  useLoadPageKeys({ load, changes, openCompose, call, ask, settle: end, stepDown, sendReply })

  return (
    <>
      <LoadHeader page={page} statusRef={isPhone ? null : anchors.status} onStatus={isPhone ? undefined : onStatus} />
      <LoadLayout
        isRightOpen={isRightOpen}
        onRightOpen={setRightOpen}
        left={
          <>
            <LoadMarks
              load={load}
              statusRef={isPhone ? anchors.status : null}
              onStatus={isPhone ? onStatus : undefined}
            />
            <PostedCard load={load} isOwn={load.userId === userId} trip={trip} />
            <LeavesCard facts={facts} trip={trip} costs={costs} fuel={fuel} askCents={askCents} />
            <Section what="the broker" skeleton={<CardSkeleton lines={4} />}>
              <BrokerCard id={id} facts={facts} onCall={() => calls.record(load, askCents)} />
            </Section>
          </>
        }
        map={<TripMap page={page} trip={trip} />}
        strip={<TripStrip facts={facts} trip={trip} trucks={trucks} onTruck={onTruck} />}
        right={
          <>
            <AskCard
              page={page}
              ask={asked}
              tripMiles={trip.trip?.miles}
              leftAt={(cents) => figuresAt(cents).leftCents}
              userId={userId}
              askRef={askRef}
              replyRef={replyRef}
              onCall={facts.phone ? call : undefined}
              onBook={booking.start}
            />
            <div ref={anchors.outcome}>
              <OutcomeCard load={load} nameOf={(id) => nameOf(id, people, userId)} onOutcome={end} />
            </div>
            <HistoryCard
              history={history}
              people={people}
              userId={userId}
              noteRef={anchors.note}
              onNote={() => ask('note')}
            />
            <Section what="your lane" skeleton={<CardSkeleton lines={3} />}>
              <MemoryCard load={load} people={people} userId={userId} />
            </Section>
          </>
        }
        bar={isPhone && <PhoneBar ask={asked} onCall={facts.phone ? call : undefined} />}
      />
      {questions.asked && (
        <RowPopover {...questions.asked} load={load} changes={changes} onAsk={ask} onClose={questions.close} />
      )}
      {booking.dialog}
      {compose.isVerifyAsked && <VerifyEmailDialog email={me.email} onClose={compose.closeVerify} />}
    </>
  )
}

/** Sends the reply; where a narrow window hides it, it is shown first: nothing is sent unseen. */
function sendSeen({ openReply }: Ask, { current: card }: RefObject<HTMLDivElement | null>, show: () => void): void {
  if (card?.checkVisibility?.() === false) show()
  else openReply?.submit()
}

/** Returns what a load leaves at a rate with this truck and these costs. */
const figuresOf = (trip: Trip, dieselPrice: string | undefined, costs: Costs) => (rateCents?: number) =>
  loadFigures({ rateCents, tripMiles: trip.trip?.miles, deadheadMiles: trip.deadhead?.miles, dieselPrice, costs })

/** Room for the strip over the map. */
const stripPixels = 165

function TripMap({ page: { load, distance }, trip }: { page: LoadPage; trip: Trip }) {
  const isStacked = useIsStacked()
  const { facts } = load
  const now = useNow(60_000).getTime()
  const { truck, way, zones } = trip
  const { origin, dest, points, miles, source } = distance
  const from = way?.origin
  return (
    <LoadMap
      origin={origin && { ...origin, detail: prefixed('Pickup', formatPickup(facts, zones.origin)) }}
      dest={dest && { ...dest, detail: prefixed('Deliver', formatDelivery(facts, zones.dest)) }}
      {...(from && truck && { truck: { ...from, detail: describeTruck(truck, from, now) } })}
      {...(way && { deadhead: way.points })}
      points={points}
      miles={miles}
      source={source}
      bottomInset={isStacked ? 0 : stripPixels}
    />
  )
}

const prefixed = (word: string, text: string | undefined): string | null => (text ? `${word} ${text}` : null)

function describeTruck({ name, emptyAt }: Truck, place: KnownPlace, now: number): string {
  const zone = timeZoneOf(place)
  return emptyAt === null || !zone ? `${name}, empty` : `${name}, empty ${formatSoon(Date.parse(emptyAt), zone, now)}`
}
