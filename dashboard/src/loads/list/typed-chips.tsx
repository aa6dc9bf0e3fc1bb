import { formatDollars } from '@loadping/contract/format/money'
import { LoadFilter } from '@loadping/contract/loads/saved-loads'
import { type ReactNode, useRef, useState } from 'react'
import { PlaceField } from '../../places/place-field.parts.tsx'
import { Form, noErrors } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { PopoverActions, PopoverCard } from '../../ui/overlay/popover-card.tsx'
import { ChipButton, FilterChip } from './filter-chip.tsx'
import type { ListFilter } from './list-filter.ts'

type TypedChipProps = { filter: ListFilter; onFilter: (change: Partial<ListFilter>) => void }

const radii = ['25', '50', '100', '150', '250']

/** Where loads begin or end: a city, with the miles around it, or a state. */
export function PlaceChip({ end, filter, onFilter }: TypedChipProps & { end: 'origin' | 'dest' }) {
  const label = end === 'origin' ? 'Origin' : 'Destination'
  const place = filter[end]
  const miles = filter[`${end}Miles`]
  const [typed, setTyped] = useState({ place, miles: miles || '50' })
  const isCity = typed.place.includes(',')
  return (
    <TypedChip
      label={label}
      shown={place && (Number(miles) > 0 ? `${place} +${miles} mi` : place)}
      onOpen={() => setTyped({ place, miles: place ? miles : '50' })}
      readError={() => errorOf(LoadFilter.shape[end], typed.place)}
      onApply={() =>
        onFilter({ [end]: typed.place.trim(), [`${end}Miles`]: isCity && typed.place.trim() ? typed.miles : '' })
      }
      onClear={() => onFilter({ [end]: '', [`${end}Miles`]: '' })}
    >
      <PlaceField
        label="City or state"
        name={end}
        value={typed.place}
        onValue={(value) => setTyped({ ...typed, place: value })}
      />
      {isCity && (
        <SelectField
          label="Radius"
          name={`${end}Miles`}
          value={typed.miles}
          onValue={(value) => setTyped({ ...typed, miles: value })}
        >
          <option value="">This city only</option>
          {[...new Set([...radii, ...(typed.miles ? [typed.miles] : [])])].map((each) => (
            <option key={each} value={each}>
              {each} miles around
            </option>
          ))}
        </SelectField>
      )}
    </TypedChip>
  )
}

/** A part of the broker's name. */
export function BrokerChip({ filter, onFilter }: TypedChipProps) {
  const [typed, setTyped] = useState(filter.broker)
  return (
    <TypedChip
      label="Broker"
      shown={filter.broker}
      onOpen={() => setTyped(filter.broker)}
      readError={() => undefined}
      onApply={() => onFilter({ broker: typed.trim() })}
      onClear={() => onFilter({ broker: '' })}
    >
      <TextField
        label="Broker's name"
        name="broker"
        value={typed}
        onValue={setTyped}
        maxLength={100}
        autoComplete="off"
      />
    </TypedChip>
  )
}

/** The least and the highest rate of the trip, in whole dollars. */
export function RateChip({ filter: { minRateCents, maxRateCents }, onFilter }: TypedChipProps) {
  const shownRates = { min: dollarsOf(minRateCents), max: dollarsOf(maxRateCents) }
  const [typed, setTyped] = useState(shownRates)
  const rates = [typed.min, typed.max].map(readDollars)

  function apply() {
    const [least = '', most = ''] =
      rates[0] && rates[1] && Number(rates[0]) > Number(rates[1]) ? rates.toReversed() : rates
    onFilter({ minRateCents: least, maxRateCents: most })
  }

  return (
    <TypedChip
      label="Rate"
      shown={describeRates(minRateCents, maxRateCents)}
      onOpen={() => setTyped(shownRates)}
      readError={() => (rates.includes(undefined) ? 'Enter a rate in whole dollars, such as 1,500' : undefined)}
      onApply={apply}
      onClear={() => onFilter({ minRateCents: '', maxRateCents: '' })}
    >
      {(['min', 'max'] as const).map((name) => (
        <TextField
          key={name}
          label={name === 'min' ? 'At least, in dollars' : 'At most, in dollars'}
          name={name}
          value={typed[name]}
          onValue={(value) => setTyped({ ...typed, [name]: value })}
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
        />
      ))}
    </TypedChip>
  )
}

const dollarsOf = (cents: string): string => (cents === '' ? '' : String(Number(cents) / 100))

/** Returns cents; empty for an empty text, undefined for one that is no amount. */
function readDollars(text: string): string | undefined {
  const digits = text.replace(/[\s$,]/g, '')
  if (digits === '') return ''
  return /^\d{1,6}$/.test(digits) ? String(Number(digits) * 100) : undefined
}

function describeRates(min: string, max: string): string {
  const [least, most] = [min, max].map((cents) => cents && formatDollars(Number(cents)))
  if (least && most) return `${least} to ${most}`
  return least ? `From ${least}` : most ? `Up to ${most}` : ''
}

const errorOf = (
  schema: { safeParse: (text: string) => { error?: { issues: { message: string }[] } } },
  text: string,
) => (text.trim() === '' ? undefined : schema.safeParse(text.trim()).error?.issues[0]?.message)

type Props = {
  label: string
  shown: string
  onOpen: () => void
  /** Says what to enter instead; undefined if all is well. */
  readError: () => string | undefined
  onApply: () => void
  onClear: () => void
  children: ReactNode
}

/** A filter whose value is typed in a small dialog, which opens by itself for one that was just added. */
function TypedChip({ label, shown, onOpen, readError, onApply, onClear, children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setIsOpen] = useState(shown === '')
  const [error, setError] = useState<string>()

  function open() {
    onOpen()
    setError(undefined)
    setIsOpen(true)
  }
  function apply() {
    const problem = readError()
    setError(problem)
    if (problem !== undefined) return
    onApply()
    setIsOpen(false)
  }

  return (
    <span ref={anchor} className="inline-flex">
      <FilterChip label={label} shown={shown} onClear={onClear}>
        <ChipButton label={label} shown={shown} aria-haspopup="dialog" aria-expanded={isOpen} onClick={open} />
      </FilterChip>
      {isOpen && (
        <PopoverCard anchor={anchor} label={label} onClose={() => setIsOpen(false)}>
          <Form errors={noErrors} onSubmit={apply}>
            <div className="grid gap-3">{children}</div>
            {error && (
              <p role="alert" className="mt-3 text-caption text-danger-text">
                {error}
              </p>
            )}
            <PopoverActions submit="Show loads" onCancel={() => setIsOpen(false)} />
          </Form>
        </PopoverCard>
      )}
    </span>
  )
}
