import type { OutcomeKind, SavedLoad } from '@loadping/contract/saved-loads'
import { formatDollars, outcomeLabels } from '../loads/load-display.parts.tsx'
import { Card } from '../ui/card.tsx'
import { formatWhen, useNow } from '../ui/format-date.ts'

const keys: Record<OutcomeKind, string> = { booked: 'B', countered: 'O', covered: 'V', declined: 'D', 'no-answer': 'A' }
const labels: Record<OutcomeKind, string> = {
  ...outcomeLabels,
  booked: 'Booked at…',
  countered: 'Countered at…',
}
const kinds: OutcomeKind[] = ['booked', 'countered', 'covered', 'declined', 'no-answer']

/** Records by one click what came of the contact. */
export function OutcomeCard({ load, onOutcome }: { load: SavedLoad; onOutcome: (kind: OutcomeKind) => void }) {
  const now = useNow()
  const { outcome } = load
  return (
    <Card title="What came of it" aside={outcome && formatWhen(new Date(outcome.at), now)}>
      <div className="flex flex-col gap-3 px-4 py-3">
        {outcome && (
          <p className="tabular-nums text-table font-semibold">
            {outcomeLabels[outcome.kind]}
            {outcome.cents !== null && ` at ${formatDollars(outcome.cents)}`}
          </p>
        )}
        <div className="flex flex-wrap gap-1.5">
          {kinds.map((kind) => (
            <button
              key={kind}
              type="button"
              aria-keyshortcuts={keys[kind]}
              aria-pressed={outcome?.kind === kind}
              data-outcome={kind}
              onClick={() => onOutcome(kind)}
              className={`inline-flex h-7 items-center gap-1.5 rounded-sm border px-2 text-table font-medium max-sm:h-11 ${
                outcome?.kind === kind
                  ? 'border-accent bg-accent-subtle text-accent-text'
                  : 'border-default bg-surface hover:bg-hover'
              }`}
            >
              {labels[kind]}
              <span aria-hidden="true" className="text-micro text-muted max-md:hidden">
                {keys[kind]}
              </span>
            </button>
          ))}
        </div>
      </div>
    </Card>
  )
}
