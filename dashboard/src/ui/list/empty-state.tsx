import type { ReactNode } from 'react'

/** An icon, a title, a sentence that explains, and actions, for a list without entries. */
export const EmptyState = ({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode
  title: string
  text: ReactNode
  children?: ReactNode
}) => (
  <div className="flex flex-col items-center px-6 py-14 text-center">
    <div className="relative mb-6 h-18 w-24">
      <div className="absolute top-2.5 right-0 h-15 w-20 rotate-3 rounded-md border border-default bg-sunken" />
      <div className="absolute top-0 left-0 flex h-16 w-20 items-center justify-center rounded-md border border-default bg-surface text-accent-text">
        {icon}
      </div>
    </div>
    <h2 className="text-lead font-semibold">{title}</h2>
    <p className="mt-1 max-w-105 text-table text-secondary">{text}</p>
    {children && <div className="mt-5 flex flex-wrap justify-center gap-2">{children}</div>}
  </div>
)
