import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Says what failed and what is safe, with a retry button. */
export const ErrorPanel = ({
  title,
  text,
  onRetry,
  children,
}: {
  title: string
  text: string
  onRetry?: () => void
  children?: ReactNode
}) => (
  <div
    role="alert"
    className="flex flex-col items-start gap-3 rounded-md border border-default bg-surface p-5 shadow-card"
  >
    <div className="flex gap-2.5">
      <CircleAlert size={16} strokeWidth={1.6} className="mt-0.5 shrink-0 text-danger-text" aria-hidden="true" />
      <div>
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5 text-table text-secondary">{text}</p>
      </div>
    </div>
    <div className="flex gap-2 pl-6.5">
      {onRetry && (
        <Button icon={<RotateCw size={16} strokeWidth={1.6} aria-hidden="true" />} onPress={onRetry}>
          Try again
        </Button>
      )}
      {children}
    </div>
  </div>
)
