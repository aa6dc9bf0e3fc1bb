import { type ReactNode, type Ref, useId } from 'react'
import { useFieldError } from './form.tsx'
import { FieldNote, fieldStyle } from './text-field.tsx'

type TextAreaProps = {
  label: ReactNode
  name: string
  value: string
  onValue: (value: string) => void
  /** Replaces the error of the surrounding form. */
  error?: ReactNode
  hint?: ReactNode
  rows: number
  isCode?: boolean
  areaRef?: Ref<HTMLTextAreaElement>
  onFocus?: () => void
}

export function TextArea({ label, value, onValue, error: ownError, hint, isCode, areaRef, ...area }: TextAreaProps) {
  const id = useId()
  const { error: formError, clearError } = useFieldError(area.name)
  const error = ownError || formError
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-table font-medium">
        {label}
      </label>
      <textarea
        {...area}
        ref={areaRef}
        id={id}
        value={value}
        spellCheck={!isCode}
        aria-invalid={Boolean(error)}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={`${fieldStyle(Boolean(error))} block resize-y py-2.5 leading-6 ${isCode ? 'font-mono text-table' : ''}`}
        onChange={(event) => {
          clearError()
          onValue(event.target.value)
        }}
        onClick={clearError}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}
