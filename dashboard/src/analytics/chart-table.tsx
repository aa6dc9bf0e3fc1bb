import type { GraphBucket } from '@loadping/contract/analytics/analytics'
import { formatCount } from '@loadping/contract/format/counts'
import { ColumnHead } from '../ui/list/column-head.tsx'
import { formatBucket } from './period.ts'
import type { Chart } from './series.ts'

/** The numbers of a chart. */
export const ChartTable = ({
  chart,
  bucket,
  isCompared,
}: {
  chart: Chart
  bucket: GraphBucket
  isCompared: boolean
}) => (
  <div className="max-h-80 overflow-auto print:max-h-none">
    <table aria-label={`Inquiries per ${bucket}`} className="tabular-nums w-full text-table">
      <thead className="sticky top-0 bg-sunken text-caption text-secondary">
        <tr className="[&>th]:h-8 [&>th]:px-4 [&>th]:font-medium">
          <ColumnHead label={bucket.charAt(0).toUpperCase() + bucket.slice(1)} />
          {chart.series.map(({ id, name }) => (
            <ColumnHead key={id} label={name} isNumber />
          ))}
          <ColumnHead label="Total" isNumber />
          {isCompared && <ColumnHead label="Previous period" isNumber />}
        </tr>
      </thead>
      <tbody>
        {chart.bars.map((bar) => (
          <tr key={`${bar.date} ${bar.hour}`} className="border-t border-subtle [&>*]:h-9 [&>*]:px-4">
            <th scope="row" className="text-left font-normal whitespace-nowrap">
              {formatBucket(bar, bucket)}
            </th>
            {chart.series.map(({ id }, index) => (
              <td key={id} className="text-right">
                {formatCount(bar.counts[index] ?? 0)}
              </td>
            ))}
            <td className="text-right font-semibold">{formatCount(bar.total)}</td>
            {isCompared && (
              <td className="text-right text-secondary">
                {bar.oldTotal === undefined ? '—' : formatCount(bar.oldTotal)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
