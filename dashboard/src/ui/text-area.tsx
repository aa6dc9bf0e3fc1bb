import { type ReactNode, type Ref, useId } from 'react'
import { FieldNote, fieldStyle } from './text-field.tsx'

type TextAreaProps = {
  label: ReactNode
  name: string
  value: string
  onValue: (value: string) => void
  error?: ReactNode
  hint?: ReactNode
  rows: number
  isCode?: boolean
  areaRef?: Ref<HTMLTextAreaElement>
  onFocus?: () => void
}

export function TextArea({ label, value, onValue, error, hint, isCode, areaRef, ...area }: TextAreaProps) {
  const id = useId()
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
        onChange={(event) => onValue(event.target.value)}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}
