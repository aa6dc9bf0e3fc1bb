import { splitSeconds } from '@loadping/contract/format/durations'
import { ArrowDownRight, ArrowUpRight } from 'lucide-react'

/** A dash for a missing value. */
export const EmptyValue = () => (
  <span className="text-muted">
    <span aria-hidden="true">—</span>
    <span className="sr-only">not available</span>
  </span>
)

/** A duration in two units: `6m 42s`, or `14h 20m` from one hour on. */
export function Duration({ seconds }: { seconds: number }) {
  const [large, largeUnit, small, smallUnit] = splitSeconds(seconds)
  return (
    <>
      {large}
      <small>{largeUnit}</small> {String(small).padStart(2, '0')}
      <small>{smallUnit}</small>
    </>
  )
}

/** A change such as `+12.5%` or `No change`, in the color of better or worse. */
export function Change({ change, isMoreBetter }: { change: string; isMoreBetter: boolean }) {
  const isUp = change.startsWith('+')
  const Arrow = isUp ? ArrowUpRight : ArrowDownRight
  const isNone = change === 'No change'
  const color = isNone ? 'text-secondary' : isUp === isMoreBetter ? 'text-accent-text' : 'text-danger-text'
  return (
    <span className={`inline-flex items-center gap-1 text-caption font-medium ${color}`}>
      {!isNone && <Arrow size={12} strokeWidth={2} aria-hidden="true" />}
      {change}
    </span>
  )
}
