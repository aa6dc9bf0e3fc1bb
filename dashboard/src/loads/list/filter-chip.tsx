import { ChevronDown, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

type FilterChipProps = {
  label: string
  /** The value in words; empty for none. */
  shown: string
  onClear: () => void
  /** The button that changes it, a `ChipButton`. */
  children: ReactNode
}

/** A filter with its value, and a button that clears it. */
export const FilterChip = ({ label, shown, onClear, children }: FilterChipProps) => (
  <span className="inline-flex items-stretch rounded-sm border border-default bg-surface">
    {children}
    {shown && (
      <button
        type="button"
        aria-label={`Clear ${label.toLowerCase()}`}
        onClick={onClear}
        className="-ml-1.5 flex w-7 items-center justify-center rounded-sm text-secondary hover:text-primary max-sm:w-11"
      >
        <X size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    )}
  </span>
)

type ChipButtonProps = ComponentProps<'button'> & { label: string; shown: string }

export const ChipButton = ({ label, shown, ...opener }: ChipButtonProps) => (
  <button
    {...opener}
    type="button"
    className="inline-flex h-7.5 items-center gap-2 rounded-sm px-2.5 text-table hover:bg-hover max-sm:h-11"
  >
    <span className="text-secondary">{label}</span>
    <span className="max-w-44 truncate font-medium">{shown || 'Any'}</span>
    {!shown && <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" className="text-secondary" />}
  </button>
)
