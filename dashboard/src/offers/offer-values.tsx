import { commonEquipment, equipmentCodeOf, equipmentName } from '@loadping/contract/boards/equipment'
import type { Reading } from '@loadping/contract/broker-software/text-reader'
import { formatCount } from '@loadping/contract/format/counts'
import { formatDollars, formatMoney, formatPerMile, formatPlainDollars } from '@loadping/contract/format/money'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { EquipmentCode } from '../loads/load-display.parts.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { equipmentCode, formatEmpty, formatPlace, type OfferRow } from './offer-rows.ts'

/** What an answer does not state. */
export const NotSaid = () => (
  <span className="border-b border-dashed border-control text-caption text-muted">not said</span>
)

type FirstProps<Value> = { readings: Reading<Value>[]; children: (value: Value) => ReactNode }

/** The first value, and how many others the answer states. */
export function First<Value>({ readings: [first, ...others], children }: FirstProps<Value>) {
  if (!first) return <NotSaid />
  return (
    <>
      {children(first.value)}
      {others.length > 0 && (
        <span title={`Also ${others.map(({ text }) => text).join(', ')}`} className="ml-1 text-caption text-muted">
          +{others.length}
        </span>
      )}
    </>
  )
}

/** The ask for the trip; one per mile as it stands while the miles are unknown. */
export function AskValue({ row: { fields, totalCents } }: { row: OfferRow }) {
  return (
    <First readings={fields.ask}>
      {({ cents }) => (totalCents === undefined ? `${formatPerMile(cents)}/mi` : formatDollars(totalCents))}
    </First>
  )
}

export const PerMile = ({ row: { perMileCents } }: { row: OfferRow }) =>
  perMileCents === undefined ? <EmptyValue /> : formatPlainDollars(perMileCents)

/** The code of the equipment, and whether it carries no such freight. */
export function EquipmentValue({ row }: { row: OfferRow }) {
  const code = equipmentCode(row)
  if (code === undefined) return <NotSaid />
  const others = row.fields.equipment.slice(1)
  return (
    <span className="inline-flex items-center gap-1.5">
      <EquipmentCode code={code} board={undefined} />
      {others.length > 0 && (
        <span title={`Also ${others.map(({ value }) => value).join(', ')}`} className="text-caption text-muted">
          +{others.length}
        </span>
      )}
      {row.misfit && <span className="text-caption whitespace-nowrap text-warning-text">{row.misfit}</span>}
    </span>
  )
}

export const EmptyIn = ({ row: { fields } }: { row: OfferRow }) => (
  <First readings={fields.emptyIn}>{formatPlace}</First>
)

export function EmptyOn({ row, now }: { row: OfferRow; now: Date }) {
  return (
    <First readings={row.fields.emptyOn}>
      {(time) => {
        const text = formatEmpty(time, row, now)
        return text === 'Now' ? <span className="font-medium text-accent-text">Now</span> : text
      }}
    </First>
  )
}

type StarButtonProps = { isStarred: boolean; name: string; tabIndex?: 0 | -1; onToggle: () => void }

export const StarButton = ({ isStarred, name, tabIndex, onToggle }: StarButtonProps) => (
  <button
    type="button"
    tabIndex={tabIndex}
    aria-pressed={isStarred}
    aria-label={`Star ${name}`}
    title={isStarred ? 'Remove the star' : 'Star'}
    onClick={onToggle}
    className={`relative z-10 inline-flex size-7 items-center justify-center rounded-xs max-sm:size-11 ${isStarred ? 'text-accent-text' : 'text-muted hover:text-primary'}`}
  >
    <Star size={16} strokeWidth={1.6} aria-hidden="true" className={isStarred ? 'fill-current' : ''} />
  </button>
)

/** `$1,350, $2.57/mi`, every value of a field as a list, for the panel. */
export const listed: Record<'ask' | 'equipment' | 'emptyIn', (row: OfferRow) => string> = {
  ask: ({ fields, perMileCents }) =>
    fields.ask
      .map(({ value: { cents, basis } }, at) =>
        basis === 'per-mile'
          ? `${formatPerMile(cents)}/mi`
          : [formatMoney(cents), ...(at === 0 && perMileCents ? [`${formatPerMile(perMileCents)}/mi`] : [])].join(', '),
      )
      .join(' or '),
  equipment: ({ fields }) =>
    [
      fields.equipment.map(({ value }) => nameOfEquipment(value)).join(' or '),
      fields.length.map(({ value }) => `${formatCount(value)} ft`).join(' or '),
    ]
      .filter(Boolean)
      .join(', '),
  emptyIn: ({ fields }) => fields.emptyIn.map(({ value }) => formatPlace(value)).join(' or '),
}

/** `V, Van` as boards write it. */
const nameOfEquipment = (name: string): string => {
  const code = equipmentCodeOf(name)
  return code && commonEquipment(code) ? equipmentName(undefined, code) : name
}
