import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { fieldStyle } from '../ui/form/text-field.tsx'

type RowProps = {
  /** Turns it on and off, or stands for what cannot be turned off. */
  start: ReactNode
  title: string
  text: ReactNode
  textId?: string
  /** How often, when; null while it is off. */
  children: ReactNode
}

/** One thing that can be chosen: what it is, and how often. */
export const NotificationRow = ({ start, title, text, textId, children }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-subtle px-4 py-2 last:border-0">
    {start}
    <div className="min-w-0 flex-1 text-table">
      <p className="font-medium">{title}</p>
      <p id={textId} className="text-caption text-secondary">
        {text}
      </p>
    </div>
    <div
      className={`flex min-h-8 items-center gap-2 text-table text-secondary max-sm:w-full max-sm:pl-11 ${children === null ? 'max-sm:hidden' : ''}`}
    >
      {children ?? 'Off'}
    </div>
  </li>
)

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  choices: readonly (readonly [value: Value, label: string])[]
  onValue: (value: Value) => void
  className: string
}

/** A select whose label is for screen readers: its row names it for others. */
export const Choice = <Value extends string>({ label, value, choices, onValue, className }: ChoiceProps<Value>) => (
  <span className={`relative ${className}`}>
    <select
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = choices.find(([one]) => one === event.target.value)
        if (chosen) onValue(chosen[0])
      }}
      className={`${fieldStyle(false)} h-8 appearance-none pr-8 text-table max-sm:h-11`}
    >
      {choices.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
    <ChevronDown
      size={14}
      strokeWidth={1.6}
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-secondary"
    />
  </span>
)
