import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'
import { Dialog, DialogTitle } from './dialog.tsx'

type DialogCardProps = {
  title: string
  text?: ReactNode
  width: string
  footer: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A dialog with a title, a text and a footer that stays visible; Escape and its button close it. */
export const DialogCard = ({ title, text, width, footer, onClose, children }: DialogCardProps) => (
  <Dialog onClose={onClose} className={`flex max-h-[calc(100dvh-32px)] flex-col ${width}`}>
    <div className={`flex items-start justify-between gap-3 pt-4 pr-3 pl-6 ${text ? '' : 'pb-3'}`}>
      <DialogTitle className="pt-2 text-[18px] leading-6 font-semibold tracking-[-0.01em]">{title}</DialogTitle>
      <IconButton label="Close" onClick={onClose}>
        <X size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </div>
    <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-5">
      {text && <p className="text-table text-secondary">{text}</p>}
      <div className={text ? 'pt-5' : undefined}>{children}</div>
    </div>
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-subtle bg-sunken px-6 py-3">
      {footer}
    </div>
  </Dialog>
)
