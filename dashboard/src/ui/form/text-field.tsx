import { CircleAlert } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import { useFieldError } from './form.tsx'

export type TextFieldProps = {
  label: ReactNode
  name: string
  /** With a value it is controlled; without one the form reads it. */
  value?: string
  defaultValue?: string
  onValue?: (value: string) => void
  /** Replaces the error of the surrounding form. */
  error?: ReactNode
  hint?: ReactNode
  type?: 'text' | 'email' | 'password' | 'datetime-local' | 'date'
  size?: 'md' | 'touch'
  placeholder?: string
  autoComplete?: string
  inputMode?: 'numeric' | 'decimal' | 'email'
  /** The id of a datalist. */
  list?: string
  maxLength?: number
  isDisabled?: boolean
  autoFocus?: boolean
  className?: string
  inputRef?: Ref<HTMLInputElement>
  onFocus?: () => void
}

export const fieldStyle = (hasError: boolean): string =>
  `w-full rounded-sm bg-surface px-3 text-primary transition-shadow placeholder:text-muted focus:outline-none focus:ring-3 disabled:border-subtle disabled:bg-active disabled:text-muted max-sm:text-lead ${
    hasError
      ? 'border-2 border-danger focus:ring-danger/20'
      : 'border border-control focus:border-focus focus:shadow-[inset_0_0_0_1px_var(--focus-ring)] focus:ring-focus/20'
  }`

/** A line of text with its label above and its error below; a click or a change clears the error. */
export function TextField(props: TextFieldProps) {
  const { label, onValue, error: ownError, hint, size = 'md', isDisabled, className = '', inputRef, ...input } = props
  const id = useId()
  const { error: formError, clearError } = useFieldError(input.name)
  const error = ownError || formError
  const height = size === 'touch' ? 'h-11 text-lead' : 'h-8 max-sm:h-11'

  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-table font-medium">
        {label}
      </label>
      <input
        {...input}
        ref={inputRef}
        id={id}
        disabled={isDisabled}
        aria-invalid={Boolean(error)}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={`${fieldStyle(Boolean(error))} ${height}`}
        onChange={(event) => {
          clearError()
          onValue?.(event.target.value)
        }}
        onClick={clearError}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}

export function FieldNote({ id, error, hint }: { id: string; error?: ReactNode; hint?: ReactNode }) {
  if (error)
    return (
      <div id={id} role="alert" className="mt-1.5 flex gap-1.5 text-caption text-danger-text">
        <CircleAlert size={14} strokeWidth={1.6} className="mt-px shrink-0" aria-hidden="true" />
        <div>{error}</div>
      </div>
    )
  return hint ? (
    <p id={id} className="mt-1.5 text-caption text-muted">
      {hint}
    </p>
  ) : null
}
