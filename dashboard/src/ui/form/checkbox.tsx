import type { ReactNode } from 'react'

type CheckboxProps = {
  /** `mixed` if it is so for some of what it stands for. */
  isChecked: boolean | 'mixed'
  onChange: () => void
  className?: string
  children: ReactNode
}

/** A checkbox with its label. */
export const Checkbox = ({ isChecked, onChange, className = '', children }: CheckboxProps) => (
  <label className={`flex cursor-pointer items-center gap-2.5 ${className}`}>
    <input
      type="checkbox"
      checked={isChecked === true}
      ref={(element) => {
        if (element) element.indeterminate = isChecked === 'mixed'
      }}
      onChange={onChange}
      className="size-4 shrink-0 cursor-pointer accent-accent outline-offset-2 focus-visible:outline-2 focus-visible:outline-focus"
    />
    {children}
  </label>
)
