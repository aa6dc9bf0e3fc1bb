import type { KnownPlace } from '@loadping/contract/places'
import { formatDelivery, formatPickup, formatSoon } from '@loadping/contract/rules/load-times'
import { timeZoneOf } from '@loadping/contract/rules/time-zones'
import type { LoadPage } from '@loadping/contract/saved-loads'
import type { Costs, Truck } from '@loadping/contract/trucks'
import { Phone } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { useChangeLoads, useRecordCall } from '../loads/load-changes.data.ts'
import { telOf } from '../loads/load-display.parts.tsx'
import { RowPopover, type RowQuestion } from '../loads/row-popover.parts.tsx'
import { LoadMap } from '../map/map.parts.tsx'
import { Section } from '../section.tsx'
import { useCosts, useTrucks } from '../trucks/trucks.data.ts'
import { Button } from '../ui/button.tsx'
import { useNow } from '../ui/format-date.ts'
import { useToast } from '../ui/toast.tsx'
import { useIsPhone, useIsStacked } from '../ui/use-is-phone.ts'
import { BrokerCard } from './broker-card.tsx'
import { ComposeCard, SendButton } from './compose-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { LeavesCard } from './leaves-card.tsx'
import { LoadHeader, LoadMarks } from './load-header.tsx'
import { LoadLayout } from './load-layout.tsx'
import { useFuel, useLoadPage } from './load-page.data.ts'
import { CardSkeleton } from './load-skeleton.tsx'
import { MemoryCard } from './memory-card.tsx'
import { OutcomeCard } from './outcome-card.tsx'
import { PostedCard } from './posted-card.tsx'
import { TripStrip } from './trip-strip.tsx'
import { useCompose } from './use-compose.ts'
import { useLoadPageKeys } from './use-load-page-keys.ts'
import { type Trip, useTrip } from './use-trip.ts'

/** A load of the user or a teammate. */
export function OwnLoad({ id }: { id: string }) {
  const page = useLoadPage(id)
  const trucks = useTrucks()
  const costs = useCosts()
  const [truckId, setTruckId] = useState<string>()
  const truck = chooseTruck(trucks, truckId)
  const trip = useTrip(page.load.facts, page.distance, truck)
  return <Loaded page={page} trucks={trucks} costs={costs} trip={trip} onTruck={setTruckId} />
}

const chooseTruck = (trucks: Truck[], chosen: string | undefined): Truck | undefined =>
  trucks.find(({ id }) => id === chosen) ?? trucks.find(({ isCurrent }) => isCurrent) ?? trucks[0]

type LoadedProps = {
  page: LoadPage
  trucks: Truck[]
  costs: Costs
  trip: Trip
  onTruck: (id: string) => void
}

function Loaded({ page, trucks, costs, trip, onTruck }: LoadedProps) {
  const { load, people, history } = page
  const { id, facts } = load
  const { userId } = useMe().data
  const fuel = useFuel(facts.origin)
  const compose = useCompose(page, { trip, userId })
  const changes = useChangeLoads()
  const call = useCall(page, compose.composed?.askCents)
  const [params] = useSearchParams()
  const [isRightOpen, setRightOpen] = useState(params.has('compose'))
  const [question, setQuestion] = useState<RowQuestion>()
  const anchors = { status: useRef(null), outcome: useRef(null), note: useRef<HTMLSpanElement>(null) }
  const askRef = useRef<HTMLInputElement>(null)
  const isPhone = useIsPhone()

  function openCompose() {
    setRightOpen(true)
    requestAnimationFrame(() => {
      askRef.current?.focus()
      askRef.current?.scrollIntoView({ block: 'center' })
    })
  }

  const ask = (next: RowQuestion) => {
    setRightOpen(true)
    requestAnimationFrame(() => setQuestion(next))
  }
  const settle = (kind: Parameters<typeof changes.setOutcome>[1]) =>
    kind === 'booked' || kind === 'countered' ? ask(kind) : changes.setOutcome([id], kind)
  useLoadPageKeys({ id, changes, openCompose, call, ask, settle })

  const anchor = question === 'note' ? anchors.note : question === 'status' ? anchors.status : anchors.outcome
  return (
    <>
      <LoadHeader page={page} statusRef={anchors.status} onStatus={() => setQuestion('status')} />
      <LoadLayout
        isRightOpen={isRightOpen}
        onRightOpen={setRightOpen}
        left={
          <>
            <LoadMarks load={load} />
            <PostedCard facts={facts} trip={trip} />
            <LeavesCard facts={facts} trip={trip} costs={costs} fuel={fuel} askCents={compose.composed?.askCents} />
            <Section what="the broker" skeleton={<CardSkeleton lines={4} />}>
              <BrokerCard id={id} facts={facts} onCall={call.record} />
            </Section>
          </>
        }
        map={<TripMap page={page} trip={trip} />}
        strip={<TripStrip facts={facts} trip={trip} trucks={trucks} onTruck={onTruck} />}
        right={
          <>
            <ComposeCard
              compose={compose}
              tripMiles={trip.trip?.miles}
              people={people}
              userId={userId}
              askRef={askRef}
              onCall={facts.phone ? call.start : undefined}
            />
            <div ref={anchors.outcome}>
              <OutcomeCard load={load} onOutcome={settle} />
            </div>
            <HistoryCard
              history={history}
              people={people}
              userId={userId}
              noteRef={anchors.note}
              onNote={() => setQuestion('note')}
            />
            <Section what="your lane" skeleton={<CardSkeleton lines={3} />}>
              <MemoryCard load={load} people={people} userId={userId} />
            </Section>
          </>
        }
        bar={isPhone && <PhoneBar compose={compose} onCall={facts.phone ? call.start : undefined} />}
      />
      {question && (
        <RowPopover
          question={question}
          load={load}
          anchor={anchor}
          changes={changes}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  )
}

/** Starts a call and records it, with the ask that the page shows. */
function useCall({ load: { id, facts } }: LoadPage, askCents: number | undefined) {
  const { mutate } = useRecordCall()
  const showToast = useToast()
  const record = () => mutate({ id, ...(askCents !== undefined && { askCents }) })
  function start() {
    if (!facts.phone) return showToast('The posting has no phone number.', 'info')
    window.location.href = telOf(facts.phone)
    record()
  }
  return { record, start }
}

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
    <Suspense>
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
    </Suspense>
  )
}

const prefixed = (word: string, text: string | undefined): string | null => (text ? `${word} ${text}` : null)

function describeTruck({ name, emptyAt }: Truck, place: KnownPlace, now: number): string {
  const zone = timeZoneOf(place)
  return emptyAt === null || !zone ? `${name}, empty` : `${name}, empty ${formatSoon(Date.parse(emptyAt), zone, now)}`
}

/** What replaces the navigation of a phone: Call and Send. */
function PhoneBar({ compose, onCall }: { compose: ReturnType<typeof useCompose>; onCall: (() => void) | undefined }) {
  return (
    <>
      {onCall && (
        <Button size="touch" icon={<Phone size={20} strokeWidth={1.6} aria-hidden="true" />} onPress={onCall}>
          Call
        </Button>
      )}
      {compose.composed && !compose.email && <SendButton compose={compose} composed={compose.composed} size="touch" />}
    </>
  )
}
