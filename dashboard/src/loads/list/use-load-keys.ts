import { LoadStatus } from '@loadping/contract/loads/load-status'
import { hasAmount, OutcomeKind, outcomeKeys } from '@loadping/contract/loads/outcomes'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import type { Selection } from '../../ui/list/use-selection.ts'
import { useShortcuts } from '../../ui/use-shortcut.ts'
import { isForTruck } from '../booked-truck.ts'
import { type ChangeLoads, useCall } from '../load-changes.data.ts'
import type { RowQuestion } from '../row-popover.parts.tsx'
import type { CurrentRow } from './use-current-row.ts'

type KeyTargets = {
  loads: SavedLoad[]
  current: CurrentRow
  selection: Selection
  changes: ChangeLoads
  ask: (question: RowQuestion, id: string) => boolean
  /** Whether a question is open or about to open, which gets the keys instead. */
  isAsking: boolean
}

const statusByKey = Object.fromEntries(LoadStatus.options.map((status, index) => [String(index + 1), status]))
const pageRows = 15

/**
 * The list's keys. Those that change a load act on all selected ones, or else on the current row. Returns what sets their
 * status; one load that is booked asks for its truck.
 */
export function useLoadKeys({ loads, current, selection, changes, ask, isAsking }: KeyTargets) {
  const email = useOpenCompose()
  const call = useCall()
  const load = loads[current.index]
  const ids = selection.rows.length > 0 ? selection.rows.map(({ id }) => id) : load ? [load.id] : []
  const select = (isRange: boolean) => () => load && selection.toggle(load.id, isRange)
  const askOne = (question: RowQuestion) => () =>
    load && (question === 'note' || changes.checkOwn(load)) && ask(question, load.id)
  const chosen = loads.find(({ id }) => id === ids[0])
  function setStatus(status: LoadStatus) {
    const isAsked = status === 'booked' && ids.length === 1 && chosen && isForTruck(chosen) && changes.checkOwn(chosen)
    if (!isAsked || !ask('booked', chosen.id)) changes.setStatus(ids, status)
  }
  const settle = (outcome: OutcomeKind) =>
    hasAmount(outcome) && ids.length <= 1 ? askOne(outcome) : () => changes.setOutcome(ids, outcome)

  const keys = {
    j: () => current.move(1),
    ArrowDown: () => current.move(1),
    k: () => current.move(-1),
    ArrowUp: () => current.move(-1),
    PageDown: () => current.move(pageRows),
    PageUp: () => current.move(-pageRows),
    Home: current.focusFirst,
    End: current.focusLast,
    x: select(false),
    X: select(true),
    e: () => load && email(load.id),
    c: () => load && call.start(load, load.askCents ?? undefined),
    n: askOne('note'),
    s: askOne('status'),
    ...Object.fromEntries(Object.entries(statusByKey).map(([key, status]) => [key, () => setStatus(status)])),
    ...Object.fromEntries(OutcomeKind.options.map((kind) => [outcomeKeys[kind].toLowerCase(), settle(kind)])),
    u: changes.undo,
    Delete: () => {
      changes.remove(ids)
      selection.clear()
    },
    Escape: selection.clear,
  }
  useShortcuts(isAsking ? {} : keys)
  return { setStatus }
}

/** Opens a load's page to email about it. */
export function useOpenCompose() {
  const navigate = useNavigate()
  return (id: string) => void navigate(`${paths.load(id)}?compose=1`)
}
