import type { ReactNode } from 'react'

/** A surface with a hairline; with a title it has a title row of 52 px. */
export function Card({
  title,
  aside,
  className = '',
  children,
}: {
  title?: string
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className={`overflow-hidden rounded-md border border-default bg-surface shadow-card ${className}`}
    >
      {title && (
        <header className="flex min-h-13 items-center justify-between gap-3 border-b border-default px-4 py-2">
          <h2 className="text-body font-semibold tracking-[-0.005em]">{title}</h2>
          <div className="text-caption text-muted">{aside}</div>
        </header>
      )}
      {children}
    </section>
  )
}
