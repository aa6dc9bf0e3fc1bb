import { MailWarning, X } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { AddressText } from '../ui/address-text.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Dialog, DialogTitle } from '../ui/overlay/dialog.tsx'

/** Tells the user to verify their email before sending. */
export const VerifyEmailDialog = ({ email, onClose }: { email: string; onClose: () => void }) => (
  <Dialog onClose={onClose} className="relative max-h-[calc(100dvh-32px)] w-110 overflow-y-auto p-8 max-sm:p-6">
    <div className="absolute top-3 right-3">
      <IconButton label="Close" onClick={onClose}>
        <X size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </div>
    <span
      aria-hidden="true"
      className="flex size-12 items-center justify-center rounded-md bg-warning-subtle text-warning-text"
    >
      <MailWarning size={24} strokeWidth={1.6} />
    </span>
    <DialogTitle className="mt-5 text-title">You can't send email yet</DialogTitle>
    <p className="mt-1.5 text-secondary">
      Verify{' '}
      <strong className="font-semibold wrap-anywhere text-primary">
        <AddressText>{email}</AddressText>
      </strong>{' '}
      first. It takes about a minute and lets us send from your mailbox.
    </p>
    <div className="mt-6 flex gap-2">
      <Link to={paths.connect} className={`${buttonStyle('secondary', 'lg')} flex-1`} onClick={onClose}>
        Instructions
      </Link>
      <Link to={paths.email} className={`${buttonStyle('primary', 'lg')} flex-1`} onClick={onClose}>
        Verify
      </Link>
    </div>
  </Dialog>
)
