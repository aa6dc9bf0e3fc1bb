import type { LoadStatus, SavedLoad } from '@loadping/contract/loads/saved-loads'
import { Download, Mail, Tag, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Menu } from '../../ui/overlay/menu.tsx'
import { statusEntries } from '../status-entries.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }
const buttonStyle = 'inline-flex h-8 items-center gap-2 rounded-sm px-2.5 text-table font-medium hover:bg-on-inverse/15'

type BulkBarProps = {
  loads: SavedLoad[]
  /** Selects all that match the filter; absent while there are no others. */
  selectAll: ReactNode
  onEmail: (id: string) => void
  onStatus: (status: LoadStatus) => void
  onExport: () => void
  onRemove: () => void
  onClear: () => void
}

/** What can be done with all selected loads. */
export function BulkBar({ loads, selectAll, onEmail, onStatus, onExport, onRemove, onClear }: BulkBarProps) {
  const [first] = loads
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-6 z-30 flex justify-center px-4 max-sm:hidden in-[aside[data-collapsed=false]+div]:sm:pl-58 in-[aside[data-collapsed=true]+div]:sm:pl-14">
      <div
        role="toolbar"
        aria-label="Selected loads"
        className="pointer-events-auto flex min-h-12 flex-wrap items-center gap-1 rounded-md bg-inverse px-2 text-on-inverse shadow-modal"
      >
        <p role="status" className="tabular-nums px-2 text-table font-medium whitespace-nowrap">
          {loads.length.toLocaleString('en-US')} selected
        </p>
        {selectAll}
        {loads.length === 1 && first && (
          <button type="button" className={buttonStyle} onClick={() => onEmail(first.id)}>
            <Mail {...icon} />
            Email
          </button>
        )}
        <Menu
          label="Set status"
          entries={statusEntries(onStatus)}
          trigger={(opener) => (
            <button {...opener} type="button" className={buttonStyle}>
              <Tag {...icon} />
              Set status
            </button>
          )}
        />
        <button type="button" className={buttonStyle} onClick={onExport}>
          <Download {...icon} />
          CSV
        </button>
        <button type="button" className={buttonStyle} onClick={onRemove}>
          <Trash2 {...icon} />
          Remove
        </button>
        <span aria-hidden="true" className="mx-1 h-5 w-px bg-on-inverse/25" />
        <button type="button" aria-label="Clear the selection" className={`${buttonStyle} px-2`} onClick={onClear}>
          <X {...icon} />
        </button>
      </div>
    </div>
  )
}

/** Selects all loads of the filter, once the rest of them is loaded. */
export function SelectAllButton({ total, onSelect }: { total: number; onSelect: () => Promise<void> }) {
  const [isSelecting, setIsSelecting] = useState(false)
  const select = () => {
    setIsSelecting(true)
    void onSelect().finally(() => setIsSelecting(false))
  }
  return (
    <button type="button" disabled={isSelecting} className={`${buttonStyle} tabular-nums underline`} onClick={select}>
      {isSelecting ? 'Selecting…' : `Select all ${total.toLocaleString('en-US')}`}
    </button>
  )
}
