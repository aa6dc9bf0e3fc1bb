import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** An amber note with a bold first sentence. */
export const Banner = ({ title, children }: { title: string; children: ReactNode }) => (
  <p className="flex gap-2.5 rounded-md border border-warning-border bg-warning-subtle px-4 py-3 text-warning-text">
    <TriangleAlert size={16} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0" />
    <span>
      <strong className="font-semibold">{title}</strong> {children}
    </span>
  </p>
)
