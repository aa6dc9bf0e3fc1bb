import type { ReactNode } from 'react'
import { EmptyValue } from './figure.tsx'

/** A list of labels with their values. */
export const Facts = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <dl className={`tabular-nums divide-y divide-subtle text-table ${className}`}>{children}</dl>
)

export type FactProps = { name: string; layout?: 'ends' | 'columns'; children: ReactNode }

/** A label and its value, at the two ends of the line or in two columns; without a value, a dash. */
export const Fact = ({ name, layout = 'ends', children }: FactProps) => (
  <div
    className={
      layout === 'ends' ? 'flex justify-between gap-4 py-2.5' : 'flex gap-4 py-1.5 max-sm:flex-col max-sm:gap-0'
    }
  >
    <dt className={`shrink-0 text-secondary ${layout === 'columns' ? 'w-44' : ''}`}>{name}</dt>
    <dd className={`min-w-0 font-medium wrap-anywhere ${layout === 'ends' ? 'text-right' : ''}`}>
      {children || <EmptyValue />}
    </dd>
  </div>
)
