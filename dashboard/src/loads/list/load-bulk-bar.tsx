import { formatCount } from '@loadping/contract/format/counts'
import type { LoadStatus } from '@loadping/contract/loads/load-status'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { Download, Mail, Tag, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { BulkBar, BulkButton } from '../../ui/list/bulk-bar.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { statusEntries } from '../status-entries.tsx'

type LoadBulkBarProps = {
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
export function LoadBulkBar({ loads, selectAll, onEmail, onStatus, onExport, onRemove, onClear }: LoadBulkBarProps) {
  const [first] = loads
  return (
    <BulkBar label="Selected loads" count={formatCount(loads.length)} onClear={onClear}>
      {selectAll}
      {loads.length === 1 && first && (
        <BulkButton icon={Mail} onClick={() => onEmail(first.id)}>
          Email
        </BulkButton>
      )}
      <Menu
        label="Set status"
        entries={statusEntries(onStatus)}
        trigger={(opener) => (
          <BulkButton {...opener} icon={Tag}>
            Set status
          </BulkButton>
        )}
      />
      <BulkButton icon={Download} onClick={onExport}>
        CSV
      </BulkButton>
      <BulkButton icon={Trash2} onClick={onRemove}>
        Remove
      </BulkButton>
    </BulkBar>
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
    <BulkButton disabled={isSelecting} className="tabular-nums underline" onClick={select}>
      {isSelecting ? 'Selecting…' : `Select all ${formatCount(total)}`}
    </BulkButton>
  )
}
