import { CircleAlert } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'

export type TextFieldProps = {
  label: ReactNode
  name: string
  value: string
  onValue: (value: string) => void
  /** Clicking the field takes its error away. */
  onPress?: () => void
  error?: ReactNode
  hint?: ReactNode
  type?: 'text' | 'email' | 'password'
  size?: 'md' | 'touch'
  placeholder?: string
  autoComplete?: string
  inputMode?: 'numeric' | 'email'
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

/** A line of text with its label above and what is wrong with it below. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    value,
    onValue,
    onPress,
    error,
    hint,
    size = 'md',
    isDisabled,
    className = '',
    inputRef,
    ...input
  } = props
  const id = useId()
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
        value={value}
        disabled={isDisabled}
        aria-invalid={Boolean(error)}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={`${fieldStyle(Boolean(error))} ${height}`}
        onChange={(event) => onValue(event.target.value)}
        onClick={onPress}
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
