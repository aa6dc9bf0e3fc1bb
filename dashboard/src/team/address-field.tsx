import { formatCount } from '@loadping/contract/format/counts'
import { isEmailAddress } from '@loadping/contract/format/email-address'
import { CircleAlert, X } from 'lucide-react'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useId, useRef } from 'react'
import { FieldNote } from '../ui/form/text-field.tsx'
import { mergeAddresses, readAddresses } from './invite-draft.ts'

/** More chips are of no use and slow the page down. */
const maxChips = 60

type AddressFieldProps = {
  addresses: string[]
  text: string
  note: string | undefined
  onChange: (change: { addresses: string[]; text: string }) => void
}

/** A field for a list of addresses, typed or pasted, shown as chips; invalid ones are marked. */
export function AddressField({ addresses, text, note, onChange }: AddressFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const invalid = addresses.filter((address) => !isEmailAddress(address))
  const error = invalid.length > 0 ? explainInvalid(invalid) : undefined

  const add = (more: string) => onChange({ addresses: mergeAddresses(addresses, readAddresses(more)), text: '' })

  /** A space ends an address, but not a first name before it. */
  function type(typed: string) {
    if (/[,;]\s*$/.test(typed) || (/\s$/.test(typed) && typed.includes('@'))) add(typed)
    else onChange({ addresses, text: typed })
  }

  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!/[\s,;]/.test(pasted.trim())) return
    event.preventDefault()
    add(`${text} ${pasted}`)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      add(text)
    }
    if (event.key === 'Backspace' && text === '') onChange({ addresses: addresses.slice(0, -1), text })
  }

  /** Adds what was typed only when the role is next: a new chip would move the button that is being clicked. */
  function addOnBlur({ relatedTarget }: FocusEvent) {
    if (text.trim() !== '' && relatedTarget instanceof HTMLSelectElement) add(text)
  }

  function remove(address: string) {
    onChange({ addresses: addresses.filter((each) => each !== address), text })
    field.current?.focus()
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-table font-medium">
        Email addresses
      </label>
      <div
        className={`max-h-60 overflow-y-auto rounded-sm bg-surface p-2 focus-within:ring-3 focus-within:ring-focus/20 ${error ? 'border-2 border-danger' : 'border border-control focus-within:border-focus focus-within:shadow-[inset_0_0_0_1px_var(--focus-ring)]'}`}
      >
        {addresses.length > 0 && (
          <ul aria-label="Addresses to invite" className="mb-1.5 flex flex-wrap gap-1.5">
            {addresses.slice(0, maxChips).map((address) => (
              <Chip key={address} address={address} onRemove={() => remove(address)} />
            ))}
            {addresses.length > maxChips && (
              <li className="tabular-nums flex h-6 items-center text-caption text-secondary">
                and {formatCount(addresses.length - maxChips)} more
              </li>
            )}
          </ul>
        )}
        <input
          ref={field}
          id={id}
          inputMode="email"
          // biome-ignore lint/a11y/noAutofocus: the modal exists to take addresses.
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={addresses.length > 0 ? 'Add another' : 'lena@company.com, marcus@company.com'}
          value={text}
          aria-invalid={Boolean(error)}
          aria-describedby={error || note ? `${id}-note` : undefined}
          onChange={(event) => type(event.target.value)}
          onPaste={paste}
          onKeyDown={handleKey}
          onBlur={addOnBlur}
          className="h-8 w-full bg-transparent text-primary outline-none placeholder:text-muted max-sm:h-10 max-sm:text-lead"
        />
      </div>
      <FieldNote id={`${id}-note`} error={error} hint={note} />
    </div>
  )
}

const explainInvalid = ([first = '', ...others]: string[]): string =>
  others.length === 0
    ? `${first} is not an email address`
    : `${first} and ${formatCount(others.length)} more are not email addresses`

function Chip({ address, onRemove }: { address: string; onRemove: () => void }) {
  const isValid = isEmailAddress(address)
  return (
    <li
      className={`flex h-6 max-w-full items-center gap-1 rounded-xs pl-1.5 text-caption max-sm:h-9 ${isValid ? 'bg-active text-primary' : 'bg-danger-subtle text-danger-text'}`}
    >
      {!isValid && <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />}
      <span className="truncate">{address}</span>
      <button
        type="button"
        aria-label={`Remove ${address}`}
        onClick={onRemove}
        className="flex size-6 shrink-0 items-center justify-center rounded-xs text-secondary hover:text-primary max-sm:size-9"
      >
        <X size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </li>
  )
}
