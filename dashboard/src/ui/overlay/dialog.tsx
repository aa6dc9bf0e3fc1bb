import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

type AlertDialogProps = { title: string; isOpen: boolean; onClose: () => void; actions: ReactNode; children: ReactNode }

/** A modal question; Escape cancels it. */
export const AlertDialog = ({ title, isOpen, onClose, actions, children }: AlertDialogProps) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={(open) => !open && onClose()}
    isDismissable
    className="fixed inset-0 z-50 flex items-center justify-center bg-overlay p-4"
  >
    <Modal className="w-full max-w-100 overflow-hidden rounded-lg bg-raised shadow-modal">
      <AriaDialog role="alertdialog" className="outline-none">
        <div className="p-5">
          <Heading slot="title" level={2} className="text-lead font-semibold">
            {title}
          </Heading>
          <div className="mt-1.5 text-secondary">{children}</div>
        </div>
        <div className="flex justify-end gap-2 border-t border-subtle bg-sunken px-5 py-3">{actions}</div>
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)

/**
 * A modal dialog. Without `onClose` only its content can close it; with `coversPhone` it fills a phone's screen, with
 * `isHigh` it stays near the top as it grows.
 */
export const Dialog = ({ onClose, coversPhone = false, isHigh = false, className, children }: DialogProps) => (
  <ModalOverlay
    isOpen
    onOpenChange={(open) => !open && onClose?.()}
    isDismissable={onClose !== undefined}
    isKeyboardDismissDisabled={onClose === undefined}
    className={`fixed inset-0 z-50 flex justify-center bg-overlay p-4 ${isHigh ? 'items-start sm:pt-28' : 'items-center'} ${coversPhone ? 'max-sm:p-0' : ''}`}
  >
    <Modal
      className={`flex max-h-full max-w-full flex-col overflow-hidden rounded-lg bg-raised shadow-modal ${coversPhone ? 'max-sm:size-full max-sm:rounded-none' : ''}`}
    >
      <AriaDialog className={`min-h-0 max-w-full outline-none ${className}`}>{children}</AriaDialog>
    </Modal>
  </ModalOverlay>
)

type DialogProps = {
  onClose?: () => void
  coversPhone?: boolean
  isHigh?: boolean
  className: string
  children: ReactNode
}

export const DialogTitle = ({ className, children }: { className: string; children: ReactNode }) => (
  <Heading slot="title" level={2} className={className}>
    {children}
  </Heading>
)

/** A drawer from the bottom edge, for phones. */
export const BottomDrawer = ({
  label,
  isOpen,
  onClose,
  children,
}: {
  label: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={(open) => !open && onClose()}
    isDismissable
    className="fixed inset-0 z-40 bg-overlay"
  >
    <Modal className="absolute inset-x-0 bottom-0 max-h-[85vh] overflow-y-auto rounded-t-lg bg-raised pb-[env(safe-area-inset-bottom)] shadow-modal">
      <AriaDialog aria-label={label} className="outline-none">
        <div aria-hidden="true" className="mx-auto mt-2 h-1 w-9 rounded-full bg-active" />
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)

/** A drawer from the right edge; it fills a phone's screen. */
export const SideDrawer = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <ModalOverlay
    isOpen
    onOpenChange={(open) => !open && onClose()}
    isDismissable
    className="fixed inset-0 z-40 bg-overlay print:hidden"
  >
    <Modal className="absolute inset-y-0 right-0 flex w-200 max-w-full flex-col bg-raised shadow-modal">
      <AriaDialog className="flex min-h-0 flex-1 flex-col outline-none">{children}</AriaDialog>
    </Modal>
  </ModalOverlay>
)
