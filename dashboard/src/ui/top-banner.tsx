import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = {
  warning: { Icon: TriangleAlert, strip: 'border-warning-border bg-warning-subtle', icon: 'text-warning-text' },
  danger: { Icon: CircleAlert, strip: 'border-danger-border bg-danger-subtle', icon: 'text-danger-text' },
}

type TopBannerProps = { label: string; tone?: keyof typeof tones; title: string; text: ReactNode; action: ReactNode }

/** Runs across the top of each page: a bold sentence, what it means, and what can be done. */
export function TopBanner({ label, tone = 'warning', title, text, action }: TopBannerProps) {
  const { Icon, strip, icon } = tones[tone]
  return (
    <section
      aria-label={label}
      className={`flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b ${strip} px-6 py-2 text-table max-sm:px-4 max-sm:py-3`}
    >
      <Icon size={16} strokeWidth={1.6} aria-hidden="true" className={`shrink-0 ${icon} max-sm:hidden`} />
      <p className="min-w-60 flex-1 wrap-anywhere">
        <strong className="font-semibold">{title}</strong> <span className="text-secondary">{text}</span>
      </p>
      {action}
    </section>
  )
}
