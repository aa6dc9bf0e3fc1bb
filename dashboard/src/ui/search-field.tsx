import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { fieldStyle } from './text-field.tsx'

type SearchFieldProps = { label: string; value: string; onValue: (value: string) => void; className?: string }

/** A search field for a list; a new value from outside never overwrites typing. */
export function SearchField({ label, value, onValue, className = '' }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = value
  }, [value])

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
        placeholder={label}
        autoComplete="off"
        maxLength={100}
        defaultValue={value}
        onChange={(event) => onValue(event.target.value)}
        className={`${fieldStyle(false)} h-8 pl-9 text-table max-sm:h-11`}
      />
    </div>
  )
}
