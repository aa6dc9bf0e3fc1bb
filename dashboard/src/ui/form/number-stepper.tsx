import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { useFieldError } from './form.tsx'
import { FieldNote } from './text-field.tsx'

type NumberStepperProps = {
  label: string
  name: string
  min: number
  max: number
  value: string
  onValue: (value: string) => void
}

/** A field for a whole number, with buttons that change it by one. What is typed stays as it is: its reader refuses other texts. */
export function NumberStepper({ label, name, min, max, value, onValue }: NumberStepperProps) {
  const id = useId()
  const { error, clearError } = useFieldError(name)
  const number = Number(value)
  const change = (text: string) => {
    clearError()
    onValue(text)
  }
  const step = (by: number) => change(String(Math.min(max, Math.max(min, Math.trunc(number || 0) + by))))
  const stepStyle =
    'flex size-8 items-center justify-center text-secondary hover:text-primary disabled:text-disabled max-sm:size-11'

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-table font-medium">
        {label}
      </label>
      <div
        className={`inline-flex items-center rounded-sm border bg-surface focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/20 ${error ? 'border-danger' : 'border-control'}`}
      >
        <button
          type="button"
          aria-label={`Fewer ${label.toLowerCase()}`}
          disabled={number <= min}
          className={stepStyle}
          onClick={() => step(-1)}
        >
          <Minus size={16} strokeWidth={1.6} aria-hidden="true" />
        </button>
        <input
          id={id}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-note` : undefined}
          className="tabular-nums h-8 w-18 bg-transparent text-center font-semibold outline-none max-sm:h-11 max-sm:text-lead"
          onChange={(event) => change(event.target.value.slice(0, 9))}
        />
        <button
          type="button"
          aria-label={`More ${label.toLowerCase()}`}
          disabled={number >= max}
          className={stepStyle}
          onClick={() => step(1)}
        >
          <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
