import { formatWhen } from '@loadping/contract/format/instants'
import type { TakenTrucks } from '@loadping/contract/truck-board/truck-board'
import { UserCheck } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { describeTaken, useUndoTakeOver } from './handover.data.ts'

/** Who took over trucks of the user, above the board. */
export function TakenLines({ taken, now }: { taken: readonly TakenTrucks[]; now: Date }) {
  const { mutate: undo } = useUndoTakeOver()
  if (taken.length === 0) return null
  return (
    <ul
      aria-label="Taken over by teammates"
      aria-live="polite"
      className="mb-4 overflow-hidden rounded-md border border-accent-border bg-accent-subtle text-accent-text print:hidden"
    >
      {taken.map((each) => (
        <li key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-table">
          <UserCheck size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            <b className="font-semibold">{each.to}</b> took over {describeTaken(each)} at{' '}
            {formatWhen(new Date(each.at), now)}
          </span>
          <Link to={paths.handover} className="ml-auto font-medium underline underline-offset-3">
            See the handover
          </Link>
          {each.mayUndo && (
            <Button
              size="sm"
              aria-label={`Undo: ${each.to} took over ${describeTaken(each)}`}
              onPress={() => undo(each)}
            >
              Undo
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
