import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useFieldError } from './form.tsx'
import { FieldNote, fieldStyle } from './text-field.tsx'

type SelectFieldProps = {
  label: string
  name: string
  value: string
  onValue: (value: string) => void
  children: ReactNode
}

/** A select with its label above and its error below; a change clears the error. */
export function SelectField({ label, name, value, onValue, children }: SelectFieldProps) {
  const id = useId()
  const { error, clearError } = useFieldError(name)
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-table font-medium">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          name={name}
          value={value}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-note` : undefined}
          onChange={(event) => {
            clearError()
            onValue(event.target.value)
          }}
          className={`${fieldStyle(Boolean(error))} h-8 appearance-none pr-9 max-sm:h-11`}
        >
          {children}
        </select>
        <ChevronDown
          size={16}
          strokeWidth={1.6}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-secondary"
        />
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
