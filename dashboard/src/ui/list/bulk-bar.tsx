import { type LucideIcon, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

type BulkBarProps = {
  label: string
  /** How many rows are selected. */
  count: string
  onClear: () => void
  children: ReactNode
}

/** A bar below a list with what can be done with all selected rows. */
export const BulkBar = ({ label, count, onClear, children }: BulkBarProps) => (
  <div className="pointer-events-none fixed inset-x-0 bottom-6 z-30 flex justify-center px-4 max-sm:hidden in-[aside[data-collapsed=false]+div]:sm:pl-58 in-[aside[data-collapsed=true]+div]:sm:pl-14">
    <div
      role="toolbar"
      aria-label={label}
      className="pointer-events-auto flex min-h-12 flex-wrap items-center gap-1 rounded-md bg-inverse px-2 text-on-inverse shadow-modal"
    >
      <p role="status" className="tabular-nums px-2 text-table font-medium whitespace-nowrap">
        {count} selected
      </p>
      {children}
      <span aria-hidden="true" className="mx-1 h-5 w-px bg-on-inverse/25" />
      <button type="button" aria-label="Clear the selection" className={`${buttonStyle} px-2`} onClick={onClear}>
        <X {...iconStyle} />
      </button>
    </div>
  </div>
)

type BulkButtonProps = Omit<ComponentProps<'button'>, 'className'> & { icon?: LucideIcon; className?: string }

/** One action of the bar. */
export const BulkButton = ({ icon: Icon, className = '', children, ...button }: BulkButtonProps) => (
  <button {...button} type="button" className={`${buttonStyle} ${className}`}>
    {Icon && <Icon {...iconStyle} />}
    {children}
  </button>
)

const iconStyle = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }
const buttonStyle =
  'inline-flex h-8 items-center gap-2 rounded-sm px-2.5 text-table font-medium hover:bg-on-inverse/15 disabled:opacity-60'
