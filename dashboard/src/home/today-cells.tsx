import type { ReactNode } from 'react'

type StripProps = { isCarrier: boolean; context: ReactNode; children: ReactNode }

/** Today's figures in a row, or on phones two by two. */
export const Strip = ({ isCarrier, context, children }: StripProps) => (
  <section
    aria-label="Today"
    className={`grid rounded-md border-default bg-default max-md:grid-cols-2 max-md:gap-3 max-md:bg-transparent md:gap-px md:overflow-hidden md:border md:shadow-card ${isCarrier ? 'md:grid-cols-[minmax(132px,auto)_repeat(4,1fr)]' : 'md:grid-cols-[minmax(132px,auto)_repeat(2,1fr)]'}`}
  >
    <header className="bg-surface p-4 max-md:col-span-full max-md:flex max-md:items-baseline max-md:gap-3 max-md:bg-transparent max-md:p-0">
      <h2 className="text-body font-semibold">Today</h2>
      <p className="tabular-nums mt-0.5 text-caption text-secondary">{context}</p>
    </header>
    {children}
  </section>
)

export const cell = 'bg-surface p-4 max-md:rounded-md max-md:border max-md:border-default max-md:shadow-card'
