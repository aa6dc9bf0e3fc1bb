import { formatTemperature } from '@loadping/contract/format/temperature'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Entry } from './posted-entries.tsx'

/** The form reads what is typed with the reader of pasted texts, which the page does without. */
const TemperaturePopover = lazyPart(async () => (await import('./temperature-popover.tsx')).TemperaturePopover)

/** The temperature of a reefer's load, which the user who saved it can change. */
export function TemperatureEntry({ load, isOwn }: { load: SavedLoad; isOwn: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const { temperature } = load.facts
  if (!temperature && !(isOwn && load.equipmentClass === 'reefer')) return null
  return (
    <Entry name="Temperature" isWide>
      <span ref={anchor} className="-my-1.5 -mr-2 inline-flex items-center max-sm:-my-3">
        {temperature ? formatTemperature(temperature) : <span className="text-muted">Not stated</span>}
        {isOwn && (
          <IconButton label={temperature ? 'Change temperature' : 'Add temperature'} onClick={() => setOpen(true)}>
            <Pencil size={14} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        )}
      </span>
      {isOpen && <TemperaturePopover load={load} anchor={anchor} onClose={() => setOpen(false)} />}
    </Entry>
  )
}
