import type { ReactNode } from 'react'

/** Shows a message that fills a page: an icon, a title, a text and what to do. */
export const NotePanel = ({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode
  title: string
  text: ReactNode
  children: ReactNode
}) => (
  <>
    <div className="flex size-14 items-center justify-center rounded-lg border border-subtle bg-sunken text-accent-text">
      {icon}
    </div>
    <h1 className="mt-6 text-kpi">{title}</h1>
    <p className="mt-1 mb-6 text-lead break-words text-secondary">{text}</p>
    <div className="flex flex-col items-start gap-4">{children}</div>
  </>
)
