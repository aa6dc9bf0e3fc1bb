import { type EquipmentClass, equipmentClassNames } from '@loadping/contract/boards/equipment'
import { formatDollars } from '@loadping/contract/format/money'
import { outcomeLabels } from '@loadping/contract/loads/outcomes'
import type { LastAnswer } from '@loadping/contract/truck-board/truck-board'
import type { LucideIcon } from 'lucide-react'
import { statusDisplay } from '../loads/load-display.parts.tsx'
import { classCodes } from './board-view.ts'

/** The letters of a truck's equipment in a box; its name is the tooltip and what screen readers say. */
export const ClassCode = ({ equipment }: { equipment: EquipmentClass }) => (
  <span
    title={equipmentClassNames[equipment]}
    className="inline-flex h-4.5 min-w-5.5 items-center justify-center rounded-xs border border-default bg-surface px-1 text-caption font-semibold"
  >
    <span aria-hidden="true">{classCodes[equipment]}</span>
    <span className="sr-only">{equipmentClassNames[equipment]}</span>
  </span>
)

type Answer = Pick<LastAnswer, 'status' | 'outcome'>

/** What was answered last, with its rate: `Countered $1,625`. */
export function AnswerBadge({ status, outcome }: Answer) {
  const { Icon, style } = statusDisplay[status]
  return (
    <Mark Icon={Icon} style={style}>
      {describeAnswer({ status, outcome })}
    </Mark>
  )
}

/** A state by icon, label and colors. */
export const Mark = ({ Icon, style, children }: { Icon: LucideIcon; style: string; children: string }) => (
  <span
    className={`inline-flex h-5 max-w-full items-center gap-1.5 rounded-xs px-2 text-caption font-medium whitespace-nowrap print:px-0 print:text-primary ${style}`}
  >
    <Icon size={12} strokeWidth={1.8} aria-hidden="true" className="shrink-0" />
    {children}
  </span>
)

function describeAnswer({ status, outcome }: Answer): string {
  if (outcome) return outcomeLabels[outcome.kind] + (outcome.cents === null ? '' : ` ${formatDollars(outcome.cents)}`)
  return status === 'contacted' ? 'No answer yet' : statusDisplay[status].label
}
