import { X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useFieldError } from '../../ui/form/form.tsx'
import { FieldNote, fieldStyle } from '../../ui/form/text-field.tsx'

type ChipFieldProps = {
  label: string
  name: string
  values: string[]
  onValues: (values: string[]) => void
  /** Splits typed or pasted text into values. */
  separator: RegExp
  isValid?: (value: string) => boolean
  /** Returns what is wrong with the values that were added. */
  findError?: (chips: string[]) => ReactNode
  inputMode?: 'email'
  maxLength: number
}

/**
 * A list of short values as chips. A separator, Enter or leaving the field adds a value, Backspace removes the last.
 * Text still being typed counts.
 */
export function ChipField(props: ChipFieldProps) {
  const { label, name, values, onValues, separator, isValid = () => true, findError, ...input } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const { error: formError, clearError } = useFieldError(name)
  const isTyping = typed !== '' && values.at(-1) === typed
  const chips = isTyping ? values.slice(0, -1) : values
  const error = findError?.(chips) || formError

  function change(newChips: string[], rest = '') {
    clearError()
    setTyped(rest)
    const unique = [...new Set(newChips)]
    onValues(rest ? [...unique, rest] : unique)
  }

  function type(text: string) {
    const parts = text.split(separator)
    const rest = parts.pop() ?? ''
    change([...chips, ...parts.map((part) => part.trim()).filter(Boolean)], rest.trimStart())
  }

  const finish = () =>
    change([
      ...chips,
      ...typed
        .split(separator)
        .map((part) => part.trim())
        .filter(Boolean),
    ])

  function remove(value: string) {
    change(
      chips.filter((chip) => chip !== value),
      isTyping ? typed : '',
    )
    field.current?.focus()
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-table font-medium">
        {label}
      </label>
      {/* biome-ignore lint/a11y: a click beside the chips goes to the field, as in a field without chips. */}
      <div
        className={`${fieldStyle(Boolean(error))} flex min-h-8 cursor-text flex-wrap items-center gap-1.5 px-2! py-1 max-sm:min-h-11 focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/20`}
        onClick={(event) => event.target === event.currentTarget && field.current?.focus()}
      >
        {chips.map((chip) => (
          <Chip key={chip} value={chip} isValid={isValid(chip)} onRemove={() => remove(chip)} />
        ))}
        <input
          {...input}
          ref={field}
          id={id}
          value={isTyping ? typed : ''}
          placeholder={chips.length === 0 ? undefined : 'Add'}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-note` : undefined}
          autoComplete="off"
          className="h-5.5 min-w-16 flex-1 bg-transparent px-1 text-table outline-none placeholder:text-muted max-sm:h-8 max-sm:text-lead"
          onChange={(event) => type(event.target.value)}
          onBlur={() => isTyping && finish()}
          onClick={clearError}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault() // Enter would submit the form.
              if (isTyping) finish()
            } else if (event.key === 'Backspace' && !isTyping) change(chips.slice(0, -1))
          }}
        />
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}

const Chip = ({ value, isValid, onRemove }: { value: string; isValid: boolean; onRemove: () => void }) => (
  <span
    className={`inline-flex h-5.5 max-w-full min-w-0 items-center rounded-xs pl-1.5 text-caption font-medium max-sm:h-8 ${isValid ? 'bg-active text-secondary' : 'border border-danger-border bg-danger-subtle text-danger-text'}`}
  >
    <span className="truncate" dir="auto">
      {value}
    </span>
    <button
      type="button"
      aria-label={`Remove ${value}`}
      className="flex size-5.5 shrink-0 items-center justify-center hover:text-primary max-sm:size-8"
      onClick={onRemove}
    >
      <X size={12} strokeWidth={1.6} aria-hidden="true" />
    </button>
  </span>
)
