import { formatMiles } from '@loadping/contract/format/counts'
import { formatDuration } from '@loadping/contract/format/durations'
import { formatDollars } from '@loadping/contract/format/money'
import { ratesOf } from '@loadping/contract/loads/load-rates'
import { OutcomeKind, outcomeKeys, outcomeLabels } from '@loadping/contract/loads/outcomes'
import type { BoardTruck, DueMinutes, OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMoment, formatPickup } from '../../freight-text/load-times.ts'
import { EquipmentCode, telOf } from '../../loads/load-display.parts.tsx'
import { paths } from '../../paths.ts'
import { useTimeZone } from '../../places/places.data.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyValue } from '../../ui/figure.tsx'
import { Key } from '../../ui/key.tsx'
import { Lane } from '../../ui/lane-glyph.tsx'
import { placeName } from '../board-view.ts'
import { nameOf } from '../truck-board.data.ts'
import { describeFloor, useFloor } from './floor.ts'
import type { DueActions } from './use-due-actions.tsx'

type DueDetailProps = {
  ask: OpenAsk
  /** `1 of 6`, or `later`. */
  position: string
  trucks: readonly BoardTruck[]
  dueMinutes: DueMinutes
  isCalled: boolean
  /** Whether it stands below its row, which names the broker. */
  isInline: boolean
  actions: DueActions
}

/** What to know for the call, and what came of it. */
export function DueDetail({ ask, position, trucks, dueMinutes, isCalled, isInline, actions }: DueDetailProps) {
  const { facts } = ask
  return (
    <section
      aria-label="The call"
      className={isInline ? '' : 'overflow-hidden rounded-md border border-default bg-surface shadow-card'}
    >
      <div className="p-5 max-sm:p-4">
        <div className={isInline ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
          <h2 className="min-w-0 text-lead font-semibold wrap-anywhere">{nameOf(ask)}</h2>
          <span className="tabular-nums shrink-0 text-caption text-secondary">{position}</span>
        </div>
        <p className="tabular-nums text-table text-secondary">{facts.mc ? `MC ${facts.mc}` : 'No MC number posted'}</p>
        {facts.phone ? (
          <a
            href={telOf(facts.phone)}
            onClick={() => actions.record(ask)}
            className={`${buttonStyle('primary', 'touch')} ${isInline ? 'mt-2' : 'mt-3.5'} w-full text-lead`}
          >
            <Phone size={18} strokeWidth={1.6} aria-hidden="true" />
            Call {facts.phone}
            <span aria-hidden="true" className="max-md:hidden">
              <Key isOnAccent>C</Key>
            </span>
          </a>
        ) : (
          <p className="mt-3.5 text-table text-secondary">No phone number was posted.</p>
        )}
        {isCalled && (
          <p role="status" className="mt-2 text-table text-info-text">
            Called. Record what came of it.
          </p>
        )}
        <p className="mt-4 flex flex-wrap items-center gap-2 font-semibold">
          <Link to={paths.load(ask.loadId)} className="hover:underline">
            <Lane from={placeName(facts.origin)} to={placeName(facts.dest)} />
          </Link>
          {facts.equipment && <EquipmentCode code={facts.equipment} board={facts.board} />}
        </p>
        <AskFacts ask={ask} trucks={trucks} />
      </div>
      <div className="border-t border-default bg-sunken p-4">
        <h3 className="font-semibold">What came of it</h3>
        <div className="mt-3 grid grid-cols-2 gap-2">
          {OutcomeKind.options.map((kind) => (
            <Choice
              key={kind}
              id={kind}
              letter={outcomeKeys[kind]}
              label={outcomeLabels[kind]}
              note={noteOf(kind, ask, dueMinutes)}
              onPress={() => actions.settle(ask, kind)}
            />
          ))}
          <Choice
            id="call-back"
            letter="L"
            label="Call back at…"
            note="You set the time"
            onPress={() => actions.askCallBack(ask)}
          />
        </div>
        <p className="mt-3 text-caption text-secondary">One key saves it and moves on. U undoes it.</p>
      </div>
    </section>
  )
}

function noteOf(kind: OutcomeKind, { truckIds }: OpenAsk, dueMinutes: DueMinutes): string {
  if (kind === 'booked') return truckIds.length > 0 ? 'Takes back the rest' : 'Type the rate'
  if (kind === 'countered') return 'Type the price'
  if (kind === 'covered') return 'The load is gone'
  if (kind === 'declined') return 'Price refused'
  return dueMinutes === null ? 'Nobody picked up' : `Due again in ${formatDuration(dueMinutes)}`
}

type ChoiceProps = { id: string; letter: string; label: string; note: string; onPress: () => void }

const Choice = ({ id, letter, label, note, onPress }: ChoiceProps) => (
  <button
    type="button"
    data-due-action={id}
    aria-keyshortcuts={letter}
    onClick={onPress}
    className="flex min-h-12 items-center gap-2 rounded-sm border border-default bg-surface px-2 py-1.5 text-left text-table hover:bg-hover"
  >
    <span aria-hidden="true" className="max-md:hidden">
      <Key>{letter}</Key>
    </span>
    <span className="min-w-0">
      <span className="block font-medium">{label}</span>
      <span className="block text-caption text-secondary">{note}</span>
    </span>
  </button>
)

function AskFacts({ ask, trucks }: { ask: OpenAsk; trucks: readonly BoardTruck[] }) {
  const { facts, askCents, askedAt, askedBy, note } = ask
  const zone = useTimeZone(facts.origin)
  const { totalCents } = ratesOf(facts)
  const posted = [
    totalCents !== null && formatDollars(totalCents),
    facts.tripMiles !== undefined && formatMiles(facts.tripMiles),
  ]
  const named = trucks.filter(({ truck }) => ask.truckIds.includes(truck.id))
  const floorCents = useFloor(ask, named[0]?.truck)
  return (
    <dl className="tabular-nums mt-3 grid grid-cols-[84px_minmax(0,1fr)] gap-y-1.5 text-table">
      <Line name={askedBy === null ? 'You asked' : 'Asked'}>
        {askCents !== null && <b className="font-semibold">{formatDollars(askCents)}</b>} on{' '}
        {formatMoment(Date.parse(askedAt), zone)}
        {askedBy && ` by ${askedBy}`}
      </Line>
      <Line name="Posted">{posted.filter(Boolean).join(', ')}</Line>
      {floorCents !== undefined && <Line name="Floor">{describeFloor(floorCents)}</Line>}
      <Line name="Pickup">{formatPickup(facts, zone)}</Line>
      <Line name={named.length > 1 ? 'Trucks' : 'Truck'}>
        {named.length > 0 && named.map(({ truck }) => <EmptyTruck key={truck.id} {...truck} />)}
      </Line>
      {note && <Line name="Note">{note}</Line>}
    </dl>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-secondary">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children || <EmptyValue />}</dd>
  </>
)

/** `104 Ray, empty in Olathe, KS, Mon, Nov 23, 6:30 PM CST`. */
function EmptyTruck({ name, place, emptyAt }: BoardTruck['truck']) {
  const zone = useTimeZone(place)
  const where = place ? `, empty in ${placeName(place)}` : ''
  return (
    <span className="block">
      {name}
      {where}
      {emptyAt && `, ${formatMoment(Date.parse(emptyAt), zone)}`}
    </span>
  )
}
