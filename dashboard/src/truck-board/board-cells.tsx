import { formatCount } from '@loadping/contract/format/counts'
import type { Day } from '@loadping/contract/format/new-york-days'
import type { BoardTruck } from '@loadping/contract/truck-board/truck-board'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyValue } from '../ui/figure.tsx'
import type { AskTexts } from './board-row-texts.ts'
import { describeSource, fewMinutes, formatHoursLeft, placeName } from './board-view.ts'
import { AnswerBadge } from './truck-marks.tsx'

/** Two lines of a cell: a figure, and what belongs to it. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <>
    <span className="block truncate">{first}</span>
    <span className="block truncate text-caption text-secondary">{second}</span>
  </>
)

/** Where the truck is empty, and where that is known from. */
export const PlaceLines = ({ row, today }: { row: BoardTruck; today: Day }) => (
  <TwoLines
    first={row.truck.place ? placeName(row.truck.place) : <span className="text-secondary">Place not set</span>}
    second={describeSource(row, today)}
  />
)

type EmptyLinesProps = { emptyDay: string | undefined; emptyClock: string }

export const EmptyLines = ({ emptyDay, emptyClock }: EmptyLinesProps) =>
  emptyDay === undefined ? (
    <EmptyValue />
  ) : (
    <TwoLines
      first={<span className={emptyDay === 'Now' ? 'font-medium text-accent-text' : 'font-medium'}>{emptyDay}</span>}
      second={emptyClock}
    />
  )

/** Hours left to drive, amber when they are few. */
export const DriveLeft = ({ minutes }: { minutes: number | null }) =>
  minutes === null ? (
    <EmptyValue />
  ) : (
    <span className={`font-medium whitespace-nowrap ${minutes < fewMinutes ? 'text-warning-text' : ''}`}>
      {formatHoursLeft(minutes)}
    </span>
  )

/** How many are due for a call. */
export const DueCount = ({ due }: { due: number }) =>
  due > 0 && <span className="font-medium text-warning-text">{formatCount(due)} due</span>

type AnswerLinesProps = Pick<AskTexts, 'answeredBy' | 'answerAge'> & { row: BoardTruck; onTakeBack: () => void }

/** The last answer with who gave it, or for a booked truck the asks that are to be taken back. */
export const AnswerLines = ({
  row: { lastAnswer, takeBack, truck },
  answeredBy,
  answerAge,
  onTakeBack,
}: AnswerLinesProps) => (
  <>
    <span className="block truncate">
      {lastAnswer ? <AnswerBadge {...lastAnswer} /> : takeBack === 0 && <EmptyValue />}
    </span>
    {takeBack > 0 ? (
      <TakeBackButton count={takeBack} name={truck.name} onPress={onTakeBack} />
    ) : (
      <span className="mt-0.5 flex text-caption text-secondary in-[li]:justify-end">
        <bdi className="truncate">{answeredBy}</bdi>
        {answeredBy && <span className="shrink-0 whitespace-pre"> · </span>}
        <span className="shrink-0">{answerAge}</span>
      </span>
    )}
  </>
)

type TakeBackButtonProps = { count: number; name: string; onPress: () => void }

const TakeBackButton = ({ count, name, onPress }: TakeBackButtonProps) => (
  <button
    type="button"
    onClick={onPress}
    className="relative z-1 mt-0.5 inline-flex h-6 items-center gap-1.5 rounded-xs border border-warning-border bg-warning-subtle px-1.5 text-caption font-semibold text-warning-text hover:underline max-sm:h-9 max-sm:px-3 print:border-0"
  >
    <Undo2 size={12} strokeWidth={1.8} aria-hidden="true" />
    {formatCount(count)} to take back<span className="sr-only"> of {name}</span>
  </button>
)
