import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { DialogTitle } from '../ui/overlay/dialog.tsx'

type DrawerHeadProps = { title: string; text?: ReactNode; onClose: () => void }

/** The title of a drawer, with a line of context and the button that closes it. */
export const DrawerHead = ({ title, text, onClose }: DrawerHeadProps) => (
  <header className="flex items-start justify-between gap-3 border-b border-default py-4 pr-4 pl-6 max-sm:pl-4">
    <div className="min-w-0">
      <DialogTitle className="text-title">{title}</DialogTitle>
      {text && <p className="tabular-nums mt-1 text-table wrap-anywhere text-secondary">{text}</p>}
    </div>
    <IconButton label="Close" onClick={onClose}>
      <X size={18} strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
  </header>
)

export const DrawerFoot = ({ children }: { children: ReactNode }) => (
  <footer className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-default bg-sunken px-6 py-3.5 max-sm:px-4">
    {children}
  </footer>
)
