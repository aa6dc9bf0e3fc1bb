import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { fieldStyle } from '../form/text-field.tsx'
import { useShortcut } from '../use-shortcut.ts'

type SearchFieldProps = {
  label: string
  value: string
  onValue: (value: string) => void
  /** The key that focuses it. */
  shortcut?: string
  className?: string
}

/** A search field for a list; a new value from outside never overwrites typing. */
export function SearchField({ label, value, onValue, shortcut = '', className = '' }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = value
  }, [value])

  useShortcut(shortcut, () => field.current?.focus())

  return (
    <div className={`relative ${className}`}>
      <Search
        size={16}
        strokeWidth={1.6}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-secondary"
      />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut || undefined}
        placeholder={label}
        autoComplete="off"
        maxLength={100}
        defaultValue={value}
        onChange={(event) => onValue(event.target.value)}
        className={`peer ${fieldStyle(false)} h-8 pl-9 text-table max-sm:h-11`}
      />
      {shortcut && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2 hidden -translate-y-1/2 rounded-xs border border-default bg-sunken px-1.5 py-0.5 text-caption text-secondary sm:peer-placeholder-shown:peer-not-focus:block"
        >
          {shortcut}
        </span>
      )}
    </div>
  )
}
