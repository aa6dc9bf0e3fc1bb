import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { Button } from '../button.tsx'

type PopoverCardProps = {
  label: string
  anchor: RefObject<Element | null>
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A small dialog beside an element; it takes the focus and returns it when it closes. */
export const PopoverCard = ({ label, anchor, className = 'w-72', onClose, children }: PopoverCardProps) => (
  <Popover
    triggerRef={anchor}
    isOpen
    onOpenChange={(isOpen) => !isOpen && onClose()}
    placement="bottom end"
    className={`max-w-[calc(100vw-32px)] rounded-md border border-default bg-raised shadow-pop outline-none ${className}`}
  >
    <Dialog aria-label={label} className="p-4 outline-none">
      {children}
    </Dialog>
  </Popover>
)

type PopoverActionsProps = { submit: string; isPending?: boolean; onCancel: () => void }

/** The buttons of a form in a small dialog: one closes it, the other submits. */
export const PopoverActions = ({ submit, isPending = false, onCancel }: PopoverActionsProps) => (
  <div className="mt-4 flex justify-end gap-2">
    <Button size="sm" onPress={onCancel}>
      Cancel
    </Button>
    <Button type="submit" size="sm" variant="primary" isLoading={isPending}>
      {submit}
    </Button>
  </div>
)
