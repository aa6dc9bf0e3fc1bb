import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'accent' | 'info' | 'violet' | 'warning' | 'danger'

export const tones: Record<Tone, string> = {
  neutral: 'bg-active text-secondary',
  accent: 'bg-accent-subtle text-accent-text',
  info: 'bg-info-subtle text-info-text',
  violet: 'bg-violet-subtle text-violet-text',
  warning: 'bg-warning-subtle text-warning-text',
  danger: 'bg-danger-subtle text-danger-text',
}

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={`inline-flex h-5 items-center gap-1 rounded-xs px-1.5 text-caption font-medium whitespace-nowrap ${tones[tone]}`}
  >
    {children}
  </span>
)

/** An amber dot; its label is read by screen readers and shown as its tooltip. */
export const NoticeDot = ({ className = '', children }: { className?: string; children: string }) => (
  <span title={children} className={`size-2 shrink-0 rounded-full bg-warning ${className}`}>
    <span className="sr-only">, {children}</span>
  </span>
)
