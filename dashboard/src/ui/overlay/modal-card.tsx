import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '../icon-button.tsx'

type ModalCardProps = {
  title: string
  text: string
  mark: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** 480 px instead of 432. */
  isWide?: boolean
}

/** A card over the page, with a mark and a title; Escape and its button close it. */
export const ModalCard = ({ title, text, mark, isOpen, onClose, children, isWide = false }: ModalCardProps) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={(open) => !open && onClose()}
    isDismissable
    className="fixed inset-0 z-50 flex items-center justify-center overflow-y-auto bg-overlay p-4"
  >
    <Modal className={`my-auto w-full rounded-lg bg-raised shadow-modal ${isWide ? 'max-w-120' : 'max-w-108'}`}>
      <AriaDialog className="relative p-8 pt-7 outline-none">
        <div className="absolute top-3 right-3">
          <IconButton label="Close" onClick={onClose}>
            <X size={16} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </div>
        {mark}
        <Heading slot="title" className="mt-4 text-title">
          {title}
        </Heading>
        <p className="mt-1 mb-5 text-table text-secondary">{text}</p>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)
