import { ChevronDown } from 'lucide-react'
import type { PreviewRows } from './preview-rows.ts'

/** Chooses the posting that fills the template. */
export const RowSelect = ({ rows: { groups, chosen, choose } }: { rows: PreviewRows }) => (
  <div className="relative min-w-0">
    <select
      aria-label="Load"
      value={chosen}
      onChange={(event) => choose(event.target.value)}
      className="h-8 w-full max-w-56 appearance-none truncate rounded-sm border border-default bg-surface pr-8 pl-2.5 text-table text-secondary hover:bg-hover max-sm:h-11 max-sm:text-lead"
    >
      {groups.map(({ title, rows }) => (
        <optgroup key={title} label={title}>
          {rows.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
    <ChevronDown
      size={16}
      strokeWidth={1.6}
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-secondary"
    />
  </div>
)
