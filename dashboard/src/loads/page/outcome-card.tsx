import { formatWhen } from '@loadping/contract/format/instants'
import { formatDollars } from '@loadping/contract/format/money'
import { OutcomeKind, outcomeKeys, outcomeLabels } from '@loadping/contract/loads/outcomes'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { Card } from '../../ui/card.tsx'
import { useNow } from '../../ui/use-now.ts'

const labels: Record<OutcomeKind, string> = {
  ...outcomeLabels,
  booked: 'Booked at…',
  countered: 'Countered at…',
}

type OutcomeCardProps = {
  load: SavedLoad
  /** `You`, or the name of a teammate. */
  nameOf: (userId: string) => string
  onOutcome: (kind: OutcomeKind) => void
}

/** Records by one click what came of the contact, which only those who saved the load do. */
export function OutcomeCard({ load, nameOf, onOutcome }: OutcomeCardProps) {
  const now = useNow()
  const { outcome, outcomeBy } = load
  const people = (load.savedBy ?? [load.userId]).map(nameOf)
  return (
    <Card className="flex flex-col gap-2.5 px-4 py-3">
      <div className="tabular-nums flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-body font-semibold">
          {outcome ? outcomeLabels[outcome.kind] : 'Outcome'}
          {outcome && outcome.cents !== null && ` at ${formatDollars(outcome.cents)}`}
        </h2>
        {outcome && (
          <p className="text-caption text-secondary">
            {outcomeBy && `${nameOf(outcomeBy)}, `}
            {formatWhen(new Date(outcome.at), now)}
          </p>
        )}
      </div>
      {people[0] === 'You' ? (
        <div className="flex flex-wrap gap-1.5">
          {OutcomeKind.options.map((kind) => (
            <OutcomeButton key={kind} kind={kind} isCurrent={outcome?.kind === kind} onPress={() => onOutcome(kind)} />
          ))}
        </div>
      ) : (
        <p className="text-table text-secondary">{people[0]} saved this load and records its outcome.</p>
      )}
      {people.length > 1 && (
        <p className="text-caption text-secondary">
          {people.slice(0, -1).join(', ')} and {people.at(-1)} saved this load. The last outcome counts.
        </p>
      )}
    </Card>
  )
}

type OutcomeButtonProps = { kind: OutcomeKind; isCurrent: boolean; onPress: () => void }

const OutcomeButton = ({ kind, isCurrent, onPress }: OutcomeButtonProps) => (
  <button
    type="button"
    aria-keyshortcuts={outcomeKeys[kind]}
    aria-pressed={isCurrent}
    data-outcome={kind}
    onClick={onPress}
    className={`inline-flex h-7 items-center gap-1.5 rounded-sm border px-2 text-table font-medium max-sm:h-11 ${
      isCurrent ? 'border-accent bg-accent-subtle text-accent-text' : 'border-default bg-surface hover:bg-hover'
    }`}
  >
    {labels[kind]}
    <span aria-hidden="true" className="text-micro text-muted max-md:hidden">
      {outcomeKeys[kind]}
    </span>
  </button>
)
