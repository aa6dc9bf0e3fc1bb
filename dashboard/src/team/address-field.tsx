import { isEmailAddress } from '@loadping/contract/rules/email-address'
import { CircleAlert, X } from 'lucide-react'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useId, useRef } from 'react'
import { FieldNote } from '../ui/text-field.tsx'
import { mergeAddresses, readAddresses } from './address-list.ts'

/** More chips than these help nobody, and cost time. */
const maxChips = 60

type AddressFieldProps = {
  addresses: string[]
  text: string
  note: string | undefined
  onChange: (change: { addresses: string[]; text: string }) => void
}

/** A field that takes any list of addresses, typed or pasted, and shows them as chips; what is no address is marked. */
export function AddressField({ addresses, text, note, onChange }: AddressFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const wrong = addresses.filter((address) => !isEmailAddress(address))
  const error = wrong.length > 0 ? explainWrong(wrong) : undefined

  const take = (more: string) => onChange({ addresses: mergeAddresses(addresses, readAddresses(more)), text: '' })

  /** A space ends an address, but not the first name before it. */
  function type(typed: string) {
    if (/[,;]\s*$/.test(typed) || (/\s$/.test(typed) && typed.includes('@'))) take(typed)
    else onChange({ addresses, text: typed })
  }

  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!/[\s,;]/.test(pasted.trim())) return
    event.preventDefault()
    take(`${text} ${pasted}`)
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      take(text)
    }
    if (event.key === 'Backspace' && text === '') onChange({ addresses: addresses.slice(0, -1), text })
  }

  /** Only another field takes what was typed: a chip would move the button that somebody is just pressing. */
  function leave({ relatedTarget }: FocusEvent) {
    if (text.trim() !== '' && relatedTarget instanceof HTMLSelectElement) take(text)
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
              <li className="figures flex h-6 items-center text-caption text-secondary">
                and {(addresses.length - maxChips).toLocaleString('en-US')} more
              </li>
            )}
          </ul>
        )}
        <input
          ref={field}
          id={id}
          inputMode="email"
          // biome-ignore lint/a11y/noAutofocus: the modal is there to take addresses.
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
          onKeyDown={press}
          onBlur={leave}
          className="h-8 w-full bg-transparent text-primary outline-none placeholder:text-muted max-sm:h-10 max-sm:text-lead"
        />
      </div>
      <FieldNote id={`${id}-note`} error={error} hint={note} />
    </div>
  )
}

const explainWrong = ([first = '', ...others]: string[]): string =>
  others.length === 0
    ? `${first} is not an email address`
    : `${first} and ${others.length.toLocaleString('en-US')} more are not email addresses`

function Chip({ address, onRemove }: { address: string; onRemove: () => void }) {
  const isRight = isEmailAddress(address)
  return (
    <li
      className={`flex h-6 max-w-full items-center gap-1 rounded-xs pl-1.5 text-caption max-sm:h-9 ${isRight ? 'bg-active text-primary' : 'bg-danger-subtle text-danger-text'}`}
    >
      {!isRight && <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />}
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
