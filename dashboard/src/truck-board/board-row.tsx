import { formatCount } from '@loadping/contract/format/counts'
import type { Day } from '@loadping/contract/format/new-york-days'
import type { BoardTruck } from '@loadping/contract/truck-board/truck-board'
import { memo } from 'react'
import { EmptyValue } from '../ui/figure.tsx'
import { AnswerLines, DriveLeft, DueCount, EmptyLines, PlaceLines, TwoLines } from './board-cells.tsx'
import { boardColumnsStyle } from './board-columns.ts'
import type { AskTexts } from './board-row-texts.ts'
import { ClassCode } from './truck-marks.tsx'
import { WeekStrip } from './week-strip.tsx'

export type RowActions = {
  onFocus: (id: string) => void
  onOpen: (id: string) => void
  onPlace: (id: string) => void
  onAbsence: (id: string) => void
  onTakeBack: (id: string) => void
}

type TruckRowProps = AskTexts & {
  row: BoardTruck
  emptyDay: string | undefined
  emptyClock: string
  week: string
  days: readonly Day[]
  index: number
  /** How far below the first row it is; undefined for one in the flow of a printed page. */
  top: number | undefined
  isCurrent: boolean
  actions: RowActions
}

const rowStyle = `${boardColumnsStyle} h-14 border-t border-subtle focus-within:bg-selected focus-within:outline focus-within:-outline-offset-1 focus-within:outline-focus focus-within:shadow-[inset_2px_0_var(--focus-ring),inset_-2px_0_var(--focus-ring)] hover:bg-hover print:break-inside-avoid`

/** A button that fills a cell and looks like its text. */
const cellButton = 'block w-full truncate rounded-xs text-left hover:underline'

/** One truck. It renders again only when a text changes, because there can be hundreds. */
export const TruckRow = memo(function TruckRow(props: TruckRowProps) {
  const { row, emptyDay, emptyClock, week, days, index, top, isCurrent, actions, ...texts } = props
  const { id, name, equipment, driveMinutes } = row.truck
  const tabIndex = isCurrent ? 0 : -1
  const button = { type: 'button' as const, tabIndex, className: cellButton }
  return (
    <tr
      data-id={id}
      aria-rowindex={index + 2}
      onFocus={() => actions.onFocus(id)}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      className={`${rowStyle} ${top === undefined ? '' : 'absolute inset-x-0 top-0'}`}
    >
      <td>
        <button
          {...button}
          data-truck
          title={name}
          className={`${cellButton} font-semibold outline-none`}
          onClick={() => actions.onOpen(id)}
        >
          <bdi>{name}</bdi>
        </button>
        {equipment ? (
          <ClassCode equipment={equipment} />
        ) : (
          <span className="text-caption text-secondary">No equipment</span>
        )}
      </td>
      <td>
        <button {...button} title={`Change place and empty time of ${name}`} onClick={() => actions.onPlace(id)}>
          <PlaceLines row={row} today={days[0] ?? ''} />
        </button>
      </td>
      <td className="tabular-nums">
        <EmptyLines emptyDay={emptyDay} emptyClock={emptyClock} />
      </td>
      <td className="tabular-nums text-right">
        <DriveLeft minutes={driveMinutes} />
      </td>
      <td>
        <button {...button} title={`Days on which ${name} is not available`} onClick={() => actions.onAbsence(id)}>
          <WeekStrip week={week} days={days} />
        </button>
      </td>
      <AskCells {...texts} />
      <td className="tabular-nums">
        <AnswerLines
          row={row}
          answeredBy={texts.answeredBy}
          answerAge={texts.answerAge}
          onTakeBack={() => actions.onTakeBack(id)}
        />
      </td>
    </tr>
  )
})

const AskCells = ({ count, sum, best, perMile, oldest, due }: AskTexts) => (
  <>
    <td className="tabular-nums text-right">
      {count === 0 ? (
        <EmptyValue />
      ) : (
        <TwoLines first={<b className="font-semibold">{formatCount(count)}</b>} second={sum} />
      )}
    </td>
    <td className="tabular-nums text-right">
      {best === '' ? (
        <EmptyValue />
      ) : (
        <TwoLines
          first={<b className="font-semibold">{best}</b>}
          second={<span className="text-accent-text">{perMile}</span>}
        />
      )}
    </td>
    <td className="tabular-nums text-right">
      {oldest === '' ? (
        <EmptyValue />
      ) : (
        <TwoLines first={<span className="text-secondary">{oldest}</span>} second={<DueCount due={due} />} />
      )}
    </td>
  </>
)

type WithoutTruckRowProps = {
  texts: AskTexts
  index: number
  onOpen: (id: string) => void
  onFocus: (id: string) => void
}

/** The asks that named no truck, below the trucks. */
export const WithoutTruckRow = ({ texts, index, onOpen, onFocus }: WithoutTruckRowProps) => (
  <tr data-id="none" aria-rowindex={index + 2} onFocus={() => onFocus('none')} className={rowStyle}>
    <td className="col-span-5">
      <button
        type="button"
        data-truck
        tabIndex={-1}
        className={`${cellButton} font-semibold outline-none`}
        onClick={() => onOpen('none')}
      >
        No truck
      </button>
      <span className="block truncate text-caption text-secondary">Asks that named none of your trucks</span>
    </td>
    <AskCells {...texts} />
    <td />
  </tr>
)
