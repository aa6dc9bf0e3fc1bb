import type { ReactNode } from 'react'

/** The title row of a page: title, one line of context, actions on the right. */
export const PageHead = ({
  title,
  context,
  children,
}: {
  title: string
  context?: ReactNode
  children?: ReactNode
}) => (
  <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
    <div className="min-w-0">
      <h1 className="text-title">{title}</h1>
      {context && <p className="tabular-nums mt-0.5 text-table text-secondary">{context}</p>}
    </div>
    <div className="flex gap-2">{children}</div>
  </div>
)
