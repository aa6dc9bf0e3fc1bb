import type { ReactNode } from 'react'

/** A surface with a hairline; with a title it has a title row of 52 px. */
export function Card({
  title,
  badge,
  aside,
  isBusy = false,
  className = '',
  children,
}: {
  title?: string
  /** Right after the title. */
  badge?: ReactNode
  aside?: ReactNode
  isBusy?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      aria-busy={isBusy || undefined}
      className={`overflow-hidden rounded-md border border-default bg-surface shadow-card ${className}`}
    >
      {title && (
        <header className="flex min-h-13 items-center justify-between gap-3 border-b border-default px-4 py-2">
          <div className="flex items-center gap-2">
            <h2 className="text-body font-semibold tracking-[-0.005em]">{title}</h2>
            {badge}
          </div>
          <div className="text-caption text-muted">{aside}</div>
        </header>
      )}
      {children}
    </section>
  )
}
