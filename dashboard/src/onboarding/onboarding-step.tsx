import { brand } from '@loadping/contract/brand'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '../ui/logo.tsx'
import { DialogTitle } from '../ui/overlay/dialog.tsx'

const titles = ['Create account', 'Edit template', 'Pin and Start'] as const
/** The steps of the onboarding, by their index. */
export type OnboardingStep = 0 | 1 | 2

/** The steps beside the current one; on a phone above it. */
export const StepRail = ({ step }: { step: OnboardingStep }) => (
  <div className="flex w-61 shrink-0 flex-col border-r border-default bg-sidebar p-6 max-sm:w-full max-sm:gap-3 max-sm:border-r-0 max-sm:border-b max-sm:px-5 max-sm:py-4">
    <Logo name={brand.name} size={28} />
    <ol
      aria-label="Steps"
      className="mt-31 mb-auto flex flex-col gap-4 max-sm:my-0 max-sm:flex-row max-sm:items-center max-sm:justify-between"
    >
      {titles.map((title, index) => (
        <li
          key={title}
          aria-current={index === step ? 'step' : undefined}
          className={`flex items-center gap-3 max-sm:gap-2 ${index === step ? 'font-semibold' : 'text-secondary'}`}
        >
          {index < step ? (
            <span className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent text-accent-on">
              <Check size={14} strokeWidth={2.4} aria-hidden="true" />
              <span className="sr-only">Done:</span>
            </span>
          ) : (
            <span
              aria-hidden="true"
              className={`tabular-nums flex size-6 shrink-0 items-center justify-center rounded-full border text-micro font-semibold ${index === step ? 'border-2 border-accent text-accent-text' : 'border-control'}`}
            >
              {index + 1}
            </span>
          )}
          <span className={index === step ? undefined : 'max-sm:sr-only'}>{title}</span>
        </li>
      ))}
    </ol>
    <p className="text-caption text-muted max-sm:hidden">Step {step + 1} of 3</p>
  </div>
)

/** The content of a step, which takes the focus so that a screen reader starts with it. */
export function StepBody({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => body.current?.focus(), [])
  return (
    <div
      ref={body}
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto px-8 pt-6 pb-3 outline-none max-sm:px-5 max-sm:py-6"
    >
      <DialogTitle className="text-title">{title}</DialogTitle>
      <p className="mt-0.5 mb-4 text-table text-secondary">{text}</p>
      {children}
    </div>
  )
}

/** The buttons of a step. */
export const StepFooter = ({ start, children }: { start: ReactNode; children: ReactNode }) => (
  <div className="flex min-h-18.25 shrink-0 items-center justify-between gap-4 border-t border-subtle px-8 max-sm:gap-2 max-sm:px-5 max-sm:py-3">
    {start}
    <div className="flex gap-2">{children}</div>
  </div>
)
