import type { Day } from '@loadping/contract/format/new-york-days'
import type { AskSummary, BoardTruck } from '@loadping/contract/truck-board/truck-board'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { useIsPrinting } from '../ui/use-is-printing.ts'
import { AnswerLines, DriveLeft, DueCount } from './board-cells.tsx'
import type { RowActions } from './board-row.tsx'
import { type AskTexts, textsOf } from './board-row-texts.ts'
import { type BoardRow, describeSource, placeName } from './board-view.ts'
import { ClassCode } from './truck-marks.tsx'
import { WeekStrip } from './week-strip.tsx'

type CardActions = RowActions & { onBook: (id: string) => void }

type BoardCardsProps = {
  rows: readonly BoardRow[]
  withoutTruck: AskSummary
  days: readonly Day[]
  now: Date
  actions: CardActions
}

const pageSize = 40

/** The trucks as cards, as a phone has them. */
export function BoardCards({ rows, withoutTruck, days, now, actions }: BoardCardsProps) {
  const [most, setMost] = useState(pageSize)
  const isPrinting = useIsPrinting()
  return (
    <ul aria-label="Trucks" className="flex flex-col gap-2">
      {rows.slice(0, isPrinting ? undefined : most).map((row) => (
        <li
          key={row.row.truck.id}
          data-id={row.row.truck.id}
          className="relative rounded-md border border-default bg-surface px-3.5 py-3 shadow-card [contain-intrinsic-size:auto_152px] [content-visibility:auto]"
        >
          <TruckCard row={row} days={days} texts={textsOf(row.row.asks, row.row.lastAnswer, now)} actions={actions} />
        </li>
      ))}
      {rows.length > most && !isPrinting && (
        <li>
          <Button className="w-full" onPress={() => setMost(most + pageSize)}>
            Show more trucks
          </Button>
        </li>
      )}
      {withoutTruck.count > 0 && (
        <li className="relative rounded-md border border-default bg-surface px-3.5 py-3 shadow-card">
          <OpenButton name="No truck" onPress={() => actions.onOpen('none')} />
          <p className="mt-1 text-table text-secondary">Asks that named none of your trucks</p>
          <AskLine {...textsOf(withoutTruck, null, now)} />
        </li>
      )}
    </ul>
  )
}

/** A button whose area is the whole card. */
const OpenButton = ({ name, onPress }: { name: string; onPress: () => void }) => (
  <button
    type="button"
    data-truck
    className="min-w-0 truncate text-lead font-semibold after:absolute after:inset-0"
    onClick={onPress}
  >
    <bdi>{name}</bdi>
  </button>
)

type TruckCardProps = { row: BoardRow; days: readonly Day[]; texts: AskTexts; actions: CardActions }

/** What a card says of a truck: where and when it is empty, its week and its asks. */
export function TruckCard({ row: { row, emptyDay, emptyClock, week }, days, texts, actions }: TruckCardProps) {
  const { truck } = row
  return (
    <>
      <div className="flex items-center gap-2">
        <OpenButton name={truck.name} onPress={() => actions.onOpen(truck.id)} />
        {truck.equipment && <ClassCode equipment={truck.equipment} />}
        <span className="tabular-nums ml-auto shrink-0 text-table text-secondary">
          {truck.driveMinutes !== null && (
            <>
              <DriveLeft minutes={truck.driveMinutes} /> drive left
            </>
          )}
        </span>
        <CardMenu row={row} actions={actions} />
      </div>
      <PlaceAndTime row={row} emptyDay={emptyDay} emptyClock={emptyClock} today={days[0] ?? ''} />
      <div className="my-2">
        <WeekStrip week={week} days={days} isWide />
      </div>
      <div className="flex items-end justify-between gap-3">
        <AskLine {...texts} />
        <div className="tabular-nums min-w-0 text-right">
          <AnswerLines
            row={row}
            answeredBy={texts.answeredBy}
            answerAge={texts.answerAge}
            onTakeBack={() => actions.onTakeBack(truck.id)}
          />
        </div>
      </div>
    </>
  )
}

type PlaceAndTimeProps = { row: BoardTruck; emptyDay: string | undefined; emptyClock: string; today: Day }

const PlaceAndTime = ({ row, emptyDay, emptyClock, today }: PlaceAndTimeProps) => (
  <div className="tabular-nums mt-1">
    <p className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="min-w-0 truncate font-medium">
        {row.truck.place ? placeName(row.truck.place) : 'Place not set'}
      </span>
      <span className={emptyDay === 'Now' ? 'font-medium text-accent-text' : 'font-medium'}>
        {emptyDay === undefined ? '' : emptyDay === 'Now' ? 'Now' : `${emptyDay} ${emptyClock}`}
      </span>
    </p>
    <p className="truncate text-caption text-secondary">{describeSource(row, today)}</p>
  </div>
)

const AskLine = ({ count, best, oldest, due }: AskTexts) =>
  count === 0 ? (
    <p className="text-table text-secondary">No open asks</p>
  ) : (
    <p className="tabular-nums text-table">
      <b className="font-semibold">{count}</b> {count === 1 ? 'ask' : 'asks'}
      {best && (
        <>
          , best <b className="font-semibold">{best}</b>
        </>
      )}
      <span className="block text-caption text-secondary">
        Oldest {oldest}
        {due > 0 && ', '}
        <DueCount due={due} />
      </span>
    </p>
  )

/** What the keys of a wide window do. */
const CardMenu = ({ row: { truck, asks }, actions }: { row: BoardTruck; actions: CardActions }) => (
  <span className="relative z-1 -my-2 -mr-2 print:hidden">
    <Menu
      label={truck.name}
      entries={[
        ...(asks.count > 0
          ? [{ id: 'book', label: 'Booked…', aside: 'B', onChoose: () => actions.onBook(truck.id) }]
          : []),
        { id: 'place', label: 'Place and empty time', aside: 'P', onChoose: () => actions.onPlace(truck.id) },
        { id: 'absence', label: 'Not available…', aside: 'N', onChoose: () => actions.onAbsence(truck.id) },
      ]}
      trigger={(opener) => (
        <button
          {...opener}
          type="button"
          aria-label={`More for ${truck.name}`}
          className="flex size-9 items-center justify-center rounded-sm text-secondary hover:bg-hover max-sm:size-11"
        >
          <Ellipsis size={18} strokeWidth={1.6} aria-hidden="true" />
        </button>
      )}
    />
  </span>
)
