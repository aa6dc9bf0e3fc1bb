import { formatDuration } from '@loadping/contract/format/durations'
import type { DueMinutes } from '@loadping/contract/truck-board/truck-board'
import { SlidersHorizontal } from 'lucide-react'
import { buttonStyle } from '../../ui/button-style.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useSaveDueMinutes } from '../truck-board.data.ts'

const choices = [5, 10, 15, 20, 30, 45, 60, 120, 240]

/** Chooses after how long an ask without an answer is due for a call, or never. */
export function DueMinutesMenu({ minutes }: { minutes: DueMinutes }) {
  const { mutate } = useSaveDueMinutes()
  const all = minutes === null || choices.includes(minutes) ? choices : [...choices, minutes].toSorted((a, b) => a - b)
  return (
    <Menu
      label="Due after"
      chosen={String(minutes)}
      entries={[
        ...all.map((each) => ({ id: String(each), label: formatDuration(each), onChoose: () => mutate(each) })),
        { id: 'null', label: 'Off', note: 'Only calls back come up', onChoose: () => mutate(null) },
      ]}
      trigger={(opener) => (
        <button {...opener} type="button" className={buttonStyle('secondary')}>
          <SlidersHorizontal size={16} strokeWidth={1.6} aria-hidden="true" />
          {minutes === null ? 'Due: off' : `Due after ${formatDuration(minutes)}`}
        </button>
      )}
    />
  )
}
