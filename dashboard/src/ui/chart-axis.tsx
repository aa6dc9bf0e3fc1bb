import { formatCount } from '@loadping/contract/format/counts'

/** `9 AM` on New York's clock. */
export const formatHour = (hour: number): string => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`

/** Returns five round numbers from 0 to at least the largest. */
export function ticksFor(largest: number): number[] {
  const scale = 10 ** Math.floor(Math.log10(Math.max(1, largest / 4)))
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10]
    .map((factor) => factor * scale)
    .find((each) => Number.isInteger(each) && each * 4 >= largest)
  return Array.from({ length: 5 }, (_, index) => index * (step ?? 10 * scale))
}

/** Lines across a chart, each with its count to the left of it. */
export const ChartGrid = ({ ticks }: { ticks: number[] }) => (
  <div aria-hidden="true" className="absolute inset-0">
    {ticks.map((tick, index) => (
      <div
        key={tick}
        className="absolute inset-x-0 border-t border-[var(--chart-grid)]"
        style={{ bottom: `${(100 * index) / (ticks.length - 1)}%` }}
      >
        <span className="tabular-nums absolute right-full mr-2 -translate-y-1/2 text-micro text-secondary">
          {formatCount(tick)}
        </span>
      </div>
    ))}
  </div>
)
