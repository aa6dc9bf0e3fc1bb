import type { AskSummary, OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { Section } from '../section.tsx'
import { SideDrawer } from '../ui/overlay/dialog.tsx'
import { AskList, askHints } from './ask-list.tsx'
import { AsksSkeleton } from './asks-skeleton.tsx'
import { describeAsks } from './board-row-texts.ts'
import { DrawerFoot, DrawerHead } from './drawer-parts.tsx'
import { KeyHints } from './key-hints.tsx'
import { useOpenAsks } from './truck-board.data.ts'

/** Whose asks are shown: a truck, or those that named none. */
export type AskHolder = { id: string; name: string; summary: AskSummary }

type AsksDrawerProps = {
  holder: AskHolder
  names: ReadonlyMap<string, string>
  now: Date
  onBook: (ask: OpenAsk) => void
  onClose: () => void
}

/** The open asks of a truck over the board. */
export const AsksDrawer = ({ holder: { id, name, summary }, names, now, onBook, onClose }: AsksDrawerProps) => (
  <SideDrawer onClose={onClose}>
    <DrawerHead title={name} text={describeAsks(summary)} onClose={onClose} />
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Section what="its asks" skeleton={<AsksSkeleton label="Loading asks" />}>
        <Asks id={id} names={names} now={now} onBook={onBook} />
      </Section>
    </div>
    <DrawerFoot>
      <KeyHints hints={askHints} />
    </DrawerFoot>
  </SideDrawer>
)

type AsksProps = Pick<AsksDrawerProps, 'names' | 'now' | 'onBook'> & { id: string }

function Asks({ id, names, now, onBook }: AsksProps) {
  const asks = useOpenAsks(id)
  if (asks.length === 0)
    return (
      <p className="px-6 py-8 text-table text-secondary max-sm:px-4">
        No open asks. An email or call about a load shows here until an answer ends it or its pickup is over.
      </p>
    )
  return <AskList asks={asks} truckId={id} names={names} now={now} takesFocus onBook={onBook} />
}
