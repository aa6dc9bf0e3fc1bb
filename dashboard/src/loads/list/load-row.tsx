import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { StickyNote } from 'lucide-react'
import { type ChangeEvent, memo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { StatusBadge } from '../load-display.parts.tsx'
import type { CellContext, LoadColumn } from './load-columns.tsx'

export type RowActions = {
  onSelect: (id: string, isRange: boolean) => void
  onFocus: (id: string) => void
  onStatus: (id: string) => void
  onNote: (id: string) => void
}

type LoadRowProps = {
  load: SavedLoad
  /** Its place in the list, from 0. */
  index: number
  /** How far below the first row it is. */
  top: number
  template: string
  age: string
  columns: LoadColumn[]
  context: CellContext
  isOwn: boolean
  isSelected: boolean
  /** Whether the Tab key leads to this row. */
  isCurrent: boolean
  actions: RowActions
}

const rowStyle =
  'group absolute inset-x-0 top-0 grid h-9 items-center border-t border-subtle contain-strict focus-within:outline focus-within:-outline-offset-1 focus-within:outline-focus focus-within:shadow-[inset_2px_0_var(--focus-ring),inset_-2px_0_var(--focus-ring)] [&>td]:min-w-0 [&>td]:px-1.5'

export const shownPlace = ({ city, state }: { city: string; state: string }): string => `${city}, ${state}`

/** One load. It renders again only when it changes, because there can be thousands. */
export const LoadRow = memo(function LoadRow(props: LoadRowProps) {
  const { load, index, top, template, age, columns, context, isOwn, isSelected, isCurrent, actions } = props
  const origin = shownPlace(load.facts.origin)
  const dest = shownPlace(load.facts.dest)
  const tabIndex = isCurrent ? 0 : -1
  const link = { to: paths.load(load.id), className: 'block truncate font-medium outline-none' }
  return (
    <tr
      data-id={load.id}
      aria-rowindex={index + 2}
      onFocus={() => actions.onFocus(load.id)}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: template }}
      className={`${rowStyle} ${isSelected ? 'bg-selected' : 'hover:bg-hover'}`}
    >
      <td className="!pl-3">
        <input
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={`Select ${origin} to ${dest}`}
          checked={isSelected}
          onChange={(event) => actions.onSelect(load.id, isShiftClick(event))}
          className="block size-4 cursor-pointer accent-accent outline-offset-2 focus-visible:outline-2 focus-visible:outline-focus"
        />
      </td>
      <td className="tabular-nums text-right whitespace-nowrap text-secondary">{age}</td>
      <td>
        <span className="flex items-center justify-between gap-1.5">
          <Link {...link} data-row-link tabIndex={tabIndex} aria-label={`${origin} to ${dest}`} title={origin}>
            {origin}
          </Link>
          <span aria-hidden="true" className="shrink-0 text-secondary">
            →
          </span>
        </span>
      </td>
      <td>
        <Link {...link} tabIndex={-1} title={dest}>
          {dest}
        </Link>
      </td>
      {columns.map((column) => (
        <td key={column.id} className={column.isNumber && 'tabular-nums text-right whitespace-nowrap'}>
          {column.cell(load, context)}
        </td>
      ))}
      <td className="!pr-3">
        <span className="flex items-center justify-between gap-1">
          <StatusCell load={load} isOwn={isOwn} tabIndex={tabIndex} onStatus={actions.onStatus} />
          <NoteButton load={load} tabIndex={tabIndex} onNote={actions.onNote} />
        </span>
      </td>
    </tr>
  )
})

const isShiftClick = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

type CellProps = { load: SavedLoad; tabIndex: 0 | -1 }

/** The status, which its owner can change; popovers of the row are placed beside it. */
const StatusCell = ({
  load: { id, status },
  isOwn,
  tabIndex,
  onStatus,
}: CellProps & { isOwn: boolean; onStatus: (id: string) => void }) => (
  <span data-anchor className="inline-flex">
    {isOwn ? (
      <button
        type="button"
        tabIndex={tabIndex}
        aria-haspopup="menu"
        title="Change the status"
        className="flex min-h-6 items-center rounded-xs"
        onClick={() => onStatus(id)}
      >
        <StatusBadge status={status} />
      </button>
    ) : (
      <StatusBadge status={status} />
    )}
  </span>
)

const NoteButton = ({ load: { id, note }, tabIndex, onNote }: CellProps & { onNote: (id: string) => void }) => (
  <button
    type="button"
    tabIndex={tabIndex}
    aria-label={note ? `Note: ${note}` : 'Add a note'}
    title={note ?? 'Add a note'}
    onClick={() => onNote(id)}
    className={`flex size-6 shrink-0 items-center justify-center rounded-xs text-secondary hover:text-primary ${note ? '' : 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100'}`}
  >
    <StickyNote size={14} strokeWidth={1.6} aria-hidden="true" className={note ? 'fill-warning-subtle' : ''} />
  </button>
)
