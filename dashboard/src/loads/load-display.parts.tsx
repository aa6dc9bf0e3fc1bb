import { boardOptions } from '@loadping/contract/account/board-options'
import type { BoardId } from '@loadping/contract/boards/board-id'
import { equipmentName, shortEquipment } from '@loadping/contract/boards/equipment'
import type { LoadStatus } from '@loadping/contract/loads/load-status'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import { Ban, Bookmark, Check, type LucideIcon, MessageSquare, Reply, Send, X } from 'lucide-react'
import { tones } from '../ui/badge.tsx'
import { LetterIcon } from '../ui/letter-icon.tsx'

type StatusDisplay = { label: string; Icon: LucideIcon; style: string }

/** Label, icon and colors of each status, in the order of its key. */
export const statusDisplay: Record<LoadStatus, StatusDisplay> = {
  saved: { label: 'Saved', Icon: Bookmark, style: tones.neutral },
  contacted: { label: 'Contacted', Icon: Send, style: tones.info },
  replied: { label: 'Replied', Icon: Reply, style: tones.violet },
  negotiating: { label: 'Negotiating', Icon: MessageSquare, style: tones.warning },
  booked: { label: 'Booked', Icon: Check, style: 'bg-accent text-accent-on' },
  refused: { label: 'Declined', Icon: X, style: tones.danger },
  gone: { label: 'Covered', Icon: Ban, style: 'border border-default text-secondary' },
}

/** A load's status by icon and label. */
export function StatusBadge({ status }: { status: LoadStatus }) {
  const { label, Icon, style } = statusDisplay[status]
  return (
    <span
      className={`inline-flex h-5 items-center gap-1.5 rounded-xs px-2 text-caption font-medium whitespace-nowrap ${style}`}
    >
      <Icon size={12} strokeWidth={1.8} aria-hidden="true" className="shrink-0" />
      {label}
    </span>
  )
}

type EquipmentCodeProps = { code: string; board: BoardId | undefined; isShort?: boolean }

/** The board's own equipment code in a box; its meaning is the tooltip and what screen readers say. */
export function EquipmentCode({ code, board, isShort = false }: EquipmentCodeProps) {
  const name = equipmentName(board, code)
  return (
    <span
      title={name}
      className="inline-flex h-5 max-w-full min-w-6.5 items-center justify-center rounded-xs border border-default bg-surface px-1 text-caption font-semibold"
    >
      <span aria-hidden="true" className="truncate">
        {isShort ? shortEquipment(code) : code}
      </span>
      <span className="sr-only">{name}</span>
    </span>
  )
}

type BoardBadgeProps = { board: BoardId | undefined; isShort?: boolean }

/** A board's letter and name; without a board, where else the load came from. Short, only a wide window has the name. */
export function BoardBadge({ board, isShort = false }: BoardBadgeProps) {
  const { name, icon } = board ? boardOptions[board] : { name: 'Email or chat', icon: '@' }
  return (
    <span title={name} className="inline-flex max-w-full items-center gap-1.5">
      <LetterIcon>{icon}</LetterIcon>
      <span className={`truncate text-secondary ${isShort ? 'max-[1599px]:sr-only' : ''}`}>{name}</span>
    </span>
  )
}

/** The address that starts a call. */
export const telOf = (phone: string): string => `tel:${phone.replace(/[^\d+,;*#]/g, '')}`

/** When a load was posted, or else first seen. */
export const seenAt = ({ facts, firstSeenAt }: { facts: StoredFacts; firstSeenAt: string }): Date =>
  new Date(facts.postedAt ?? firstSeenAt)
