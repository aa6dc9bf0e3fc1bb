import type { ReactNode } from 'react'

/** A dash for a missing value. */
export const EmptyValue = () => (
  <span className="text-muted">
    <span aria-hidden="true">—</span>
    <span className="sr-only">not available</span>
  </span>
)

/** A large number below its label, and the period that it counts; its unit is a `<small>`. */
export const Stat = ({ label, period, children }: { label: string; period: string; children: ReactNode }) => (
  <section aria-label={label} className="rounded-md border border-default bg-surface p-4 shadow-card">
    <h2 className="text-table text-secondary">{label}</h2>
    <p className="tabular-nums mt-1.5 text-kpi [&_small]:text-lead [&_small]:font-medium [&_small]:tracking-normal [&_small]:text-secondary">
      {children}
    </p>
    <p className="text-caption text-secondary">{period}</p>
  </section>
)
