import { LoadStatus } from '@loadping/contract/loads/load-status'
import { OutcomeKind, outcomeKeys, outcomeLabels } from '@loadping/contract/loads/outcomes'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { ArrowDown, Flag, ListChecks, Mail, NotebookPen, Phone, Send } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type Action, useOfferActions } from '../../actions.ts'
import { paths } from '../../paths.ts'
import { useShortcuts } from '../../ui/use-shortcut.ts'
import { isForTruck } from '../booked-truck.ts'
import type { ChangeLoads } from '../load-changes.data.ts'
import { useLoadNeighbor } from '../loads.data.ts'
import type { RowQuestion } from '../row-popover.parts.tsx'

type Targets = {
  load: SavedLoad
  changes: ChangeLoads
  openCompose: () => void
  call: () => void
  ask: (question: RowQuestion) => void
  settle: (kind: OutcomeKind) => void
  /** Undefined without a lower ask. */
  stepDown: (() => void) | undefined
  /** Sends the open reply to a counter, in place of a new email. */
  sendReply: (() => void) | undefined
}

/** The page's keys: the same as those of the list for its current row. */
export function useLoadPageKeys({ load, changes, openCompose, call, ask, settle, stepDown, sendReply }: Targets) {
  const move = useNeighbors(load.id)
  useOfferActions([
    sendReply
      ? offer('email', 'Send the ready reply', 'E', Send, sendReply)
      : offer('email', 'Email this load', 'E', Mail, openCompose),
    offer('call', 'Call about this load', 'C', Phone, call),
    ...(stepDown ? [offer('step', 'Ask the next step down', '-', ArrowDown, stepDown)] : []),
    offer('note', 'Add a note to this load', 'N', NotebookPen, () => ask('note')),
    offer('status', 'Set the status of this load', 'S', ListChecks, () => ask('status')),
    ...OutcomeKind.options.map((kind) =>
      offer(kind, `Outcome: ${outcomeLabels[kind]}`, outcomeKeys[kind], Flag, () => settle(kind)),
    ),
  ])
  useShortcuts({
    ...Object.fromEntries(
      LoadStatus.options.map((status, index) => [
        String(index + 1),
        () => (status === 'booked' && isForTruck(load) ? settle(status) : changes.setStatus([load.id], status)),
      ]),
    ),
    j: () => move(1),
    k: () => move(-1),
    e: sendReply ?? openCompose,
    c: call,
    n: () => ask('note'),
    s: () => ask('status'),
    ...Object.fromEntries(OutcomeKind.options.map((kind) => [outcomeKeys[kind].toLowerCase(), () => settle(kind)])),
    u: changes.undo,
    '-': () => stepDown?.(),
  })
}

const offer = (id: string, label: string, keys: string, Icon: Action['Icon'], run: () => void): Action => ({
  id: `this-load ${id}`,
  label,
  keys,
  Icon,
  group: 'Actions',
  run,
})

/** Moves to the next or previous load of the list that was shown last and has this one. */
function useNeighbors(id: string): (by: number) => void {
  const navigate = useNavigate()
  const neighborOf = useLoadNeighbor()
  return (by) => {
    const next = neighborOf(id, by)
    if (next !== undefined) void navigate(paths.load(next))
  }
}
