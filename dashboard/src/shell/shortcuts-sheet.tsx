import { X } from 'lucide-react'
import { Dialog, DialogTitle } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'

const shortcuts = [
  { keys: '[', action: 'Collapse or expand the sidebar' },
  { keys: '/', action: 'Search the list' },
  { keys: 'J, K', action: 'Next or previous template' },
  { keys: 'Enter', action: 'Open it' },
  { keys: 'X', action: 'Select it' },
  { keys: 'Esc', action: 'Clear the selection' },
  { keys: 'Alt+T', action: 'Focus notifications' },
  { keys: '?', action: 'Show this list' },
]

export const ShortcutsSheet = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} className="w-90 p-5">
    <div className="mb-2 flex items-center justify-between">
      <DialogTitle className="text-lead font-semibold">Keyboard shortcuts</DialogTitle>
      <IconButton label="Close" onClick={onClose}>
        <X size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </div>
    <dl className="divide-y divide-subtle text-table">
      {shortcuts.map(({ keys, action }) => (
        <div key={keys} className="flex flex-row-reverse items-center justify-between gap-4 py-2.5">
          <dt>
            <kbd className="rounded-xs border border-default bg-sunken px-1.5 py-0.5 font-sans text-caption">
              {keys}
            </kbd>
          </dt>
          <dd className="text-secondary">{action}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
