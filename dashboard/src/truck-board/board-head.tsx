import { countOf } from '@loadping/contract/format/counts'
import { formatDollars } from '@loadping/contract/format/money'
import type { TruckBoard } from '@loadping/contract/truck-board/truck-board'
import { ArrowLeftRight, ClipboardPaste, Ellipsis, Plus, Printer } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { LiveBadge } from '../home/live-badge.parts.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Key } from '../ui/key.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useShortcut } from '../ui/use-shortcut.ts'
import type { BoardRow } from './board-view.ts'

type BoardHeadProps = { board: TruckBoard; rows: readonly BoardRow[]; onAdd: () => void; onPaste: () => void }

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

/** The title of the board with its sums, and what can be done with all of it. */
export function BoardHead({ board, rows, onAdd, onPaste }: BoardHeadProps) {
  const navigate = useNavigate()
  const handOver = () => void navigate(paths.handover)
  const shift = rows.length === 0 ? 'Take over a shift' : 'Hand over shift'
  useShortcut('h', handOver)
  return (
    <PageHead
      title={rows.length === 1 ? 'Truck' : 'Trucks'}
      context={
        <>
          <Summary board={board} rows={rows} /> <LiveBadge />
        </>
      }
    >
      <span className="flex gap-2 print:hidden">
        {rows.length > 0 && (
          <Button className="max-sm:hidden" icon={<ClipboardPaste {...icon} />} onPress={onPaste}>
            Paste trucks
          </Button>
        )}
        <Link to={paths.handover} aria-keyshortcuts="H" className={`${buttonStyle('secondary')} max-sm:hidden`}>
          <ArrowLeftRight {...icon} />
          {shift}
          <span aria-hidden="true">
            <Key>H</Key>
          </span>
        </Link>
        <Menu
          label="More"
          entries={[
            { id: 'add', label: 'Add a truck', icon: <Plus {...icon} />, onChoose: onAdd },
            { id: 'paste', label: 'Paste trucks', icon: <ClipboardPaste {...icon} />, onChoose: onPaste },
            { id: 'handover', label: shift, icon: <ArrowLeftRight {...icon} />, onChoose: handOver },
            { id: 'print', label: 'Print', icon: <Printer {...icon} />, onChoose: () => window.print() },
          ]}
          trigger={(opener) => (
            <button
              {...opener}
              type="button"
              aria-label="More"
              className="inline-flex size-8 items-center justify-center rounded-sm border border-default bg-surface hover:bg-hover max-sm:size-11"
            >
              <Ellipsis {...icon} />
            </button>
          )}
        />
      </span>
    </PageHead>
  )
}

/** `9 trucks, 4 empty today, 32 open asks for $63,975`; a phone has less of it. */
function Summary({ board: { asks }, rows }: Pick<BoardHeadProps, 'board' | 'rows'>) {
  const emptyToday = rows.filter(({ isEmptyToday }) => isEmptyToday).length
  return (
    <>
      {rows.length > 1 && (
        <>
          <span className="max-sm:hidden">{countOf(rows.length, 'truck')}, </span>
          {`${emptyToday} empty today, `}
        </>
      )}
      {asks.count === 0 ? 'no open asks' : countOf(asks.count, 'open ask')}
      {asks.count > 0 && <span className="max-sm:hidden"> for {formatDollars(asks.sumCents)}</span>}
    </>
  )
}
