import type { ReactNode } from 'react'
import { EmptyValue } from '../../ui/figure.tsx'

/** Facts in two columns. */
export const Grid = ({ children }: { children: ReactNode }) => (
  <dl className="tabular-nums grid grid-cols-2 gap-x-6 gap-y-3 text-table">{children}</dl>
)

/** A label with its value; with `isWide` over both columns. */
export const Entry = ({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <div className={`flex min-w-0 justify-between gap-3 ${isWide ? 'col-span-2' : ''}`}>
    <dt className="shrink-0 text-secondary">{name}</dt>
    <dd className="min-w-0 text-right font-medium wrap-anywhere">{children || <EmptyValue />}</dd>
  </div>
)
