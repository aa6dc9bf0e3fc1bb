import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from '../form/checkbox.tsx'
import type { Sorting } from './sort-order.ts'
import type { Selection } from './use-selection.ts'

type ColumnHeadProps<Column extends string> = {
  label: string
  /** What an abbreviated label stands for. */
  title?: string | undefined
  isNumber?: boolean | undefined
  className?: string
  /** The column that a click sorts by; without one the head is plain text. */
  sort?: Column | undefined
  sorting?: Sorting<Column> | undefined
  onSort?: (column: Column) => void
}

/** A column's head. The arrow shows only where it sorts. */
export function ColumnHead<Column extends string>(props: ColumnHeadProps<Column>) {
  const { label, title, isNumber = false, className = '', sort, sorting, onSort } = props
  const isSorted = sort !== undefined && sort === sorting?.column
  const Arrow = sorting?.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      title={title}
      aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}
      className={`${isNumber ? 'text-right' : 'text-left'} ${className}`}
    >
      {sort ? (
        <button
          type="button"
          onClick={() => onSort?.(sort)}
          className={`inline-flex h-8 max-w-full items-center gap-0.5 font-medium hover:text-primary ${isNumber ? 'w-full justify-end' : ''} ${isSorted ? 'text-primary' : ''}`}
        >
          {label}
          {isSorted && (
            <Arrow size={12} strokeWidth={1.8} aria-hidden="true" className={`shrink-0 ${isNumber ? '-mr-1.5' : ''}`} />
          )}
        </button>
      ) : (
        label
      )}
    </th>
  )
}

/** The head of the column of checkboxes, which selects all rows. */
export const SelectionHead = ({
  selection: { state, toggleAll },
  className,
}: {
  selection: Pick<Selection, 'state' | 'toggleAll'>
  className: string
}) => (
  <th scope="col" className={className}>
    <Checkbox isChecked={state} onChange={toggleAll}>
      <span className="sr-only">Select all</span>
    </Checkbox>
  </th>
)
