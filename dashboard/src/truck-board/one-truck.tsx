import type { Day } from '@loadping/contract/format/new-york-days'
import type { AskSummary, OpenAsk, TruckBoard } from '@loadping/contract/truck-board/truck-board'
import { Section } from '../section.tsx'
import { Card } from '../ui/card.tsx'
import { useShortcuts } from '../ui/use-shortcut.ts'
import { AskList, askHints } from './ask-list.tsx'
import { AsksSkeleton } from './asks-skeleton.tsx'
import { TruckCard } from './board-cards.tsx'
import { describeAsks, textsOf } from './board-row-texts.ts'
import type { BoardRow } from './board-view.ts'
import { CallLink } from './due-card.tsx'
import type { BoardDialogs } from './fleet-board.tsx'
import { KeyHints } from './key-hints.tsx'
import { useOpenAsks } from './truck-board.data.ts'
import { WeekLegend } from './week-strip.tsx'

type OneTruckProps = { row: BoardRow; board: TruckBoard; days: readonly Day[]; now: Date; dialogs: BoardDialogs }

/** The page of a carrier with one truck: the truck, and its asks below. */
export function OneTruck({ row, board, days, now, dialogs }: OneTruckProps) {
  const { id } = row.row.truck
  const asks = { names: dialogs.names, now, onBook: dialogs.bookAsk }
  useShortcuts({
    p: () => dialogs.editPlace(id),
    n: () => dialogs.setAbsence(id),
    t: () => dialogs.openTakeBack(id),
  })
  return (
    <div className="mx-auto flex max-w-200 flex-col gap-4">
      {board.asks.due > 0 && (
        <div className="print:hidden">
          <CallLink count={board.asks.due} hasKey={false} />
        </div>
      )}
      <div className="relative rounded-md border border-default bg-surface px-4 py-3.5 shadow-card">
        <TruckCard
          row={row}
          days={days}
          texts={textsOf(row.row.asks, row.row.lastAnswer, now)}
          actions={{
            onFocus: () => undefined,
            onOpen: dialogs.editPlace,
            onPlace: dialogs.editPlace,
            onAbsence: dialogs.setAbsence,
            onTakeBack: dialogs.openTakeBack,
            onBook: dialogs.book,
          }}
        />
      </div>
      <WeekLegend />
      <Card title="Open asks" aside={row.row.asks.count > 0 && describeAsks(row.row.asks)}>
        <Section what="its asks" skeleton={<AsksSkeleton label="Loading asks" />}>
          <Asks id={id} {...asks} />
        </Section>
      </Card>
      <KeyHints hints={[...askHints, ['P', 'place'], ['N', 'not available']]} />
      <WithoutTruck summary={board.withoutTruck} {...asks} />
    </div>
  )
}

type AsksProps = { names: ReadonlyMap<string, string>; now: Date; onBook: (ask: OpenAsk) => void }

/** The asks that named no truck, where there is no row for them. */
export const WithoutTruck = ({ summary, ...asks }: AsksProps & { summary: AskSummary }) =>
  summary.count > 0 && (
    <Card title="No truck" aside={describeAsks(summary)} className="mt-4">
      <Section what="its asks" skeleton={<AsksSkeleton label="Loading asks" />}>
        <Asks id="none" {...asks} isMain={asks.names.size === 0} />
      </Section>
    </Card>
  )

function Asks({ id, ...list }: AsksProps & { id: string; isMain?: boolean }) {
  const asks = useOpenAsks(id)
  if (asks.length === 0)
    return (
      <p className="p-4 text-table text-secondary">
        No open asks. An email or call about a load shows here until an answer ends it or its pickup is over.
      </p>
    )
  return <AskList asks={asks} truckId={id} {...list} />
}
