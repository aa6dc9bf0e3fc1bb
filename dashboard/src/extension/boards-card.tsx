import type { BoardHealth } from '@loadping/contract/board-health'
import type { BoardOption } from '@loadping/contract/reference'
import { boardOptions, boardsFor } from '@loadping/contract/reference'
import { fieldTitles, isBlind } from '@loadping/contract/rules/board-health'
import { useUserType } from '../account/account.data.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { formatDate, formatTime } from '../ui/format-date.ts'
import { useBoardHealth } from './board-health.data.ts'

/** Lists the user's load boards with what the extension could last read on each. */
export function BoardsCard() {
  const userType = useUserType()
  const health = useBoardHealth()
  return (
    <Card title="Load boards" aside="As the extension last saw them">
      <ul>
        {boardsFor[userType].map((id) => (
          <BoardRow key={id} board={boardOptions[id]} health={health.find((one) => one.board === id)} />
        ))}
      </ul>
    </Card>
  )
}

const BoardRow = ({ board, health }: { board: BoardOption; health: BoardHealth | undefined }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-subtle px-4 py-3 last:border-0">
    <span className="flex items-center gap-2 font-medium">
      <span
        aria-hidden="true"
        className="flex size-4 items-center justify-center rounded-xs bg-inverse text-[10px] font-semibold text-on-inverse"
      >
        {board.icon}
      </span>
      {board.name}
    </span>
    {health ? <HealthBadge health={health} /> : <Badge>Not opened yet</Badge>}
    {health && <p className="w-full text-caption text-secondary">{textOf(health)}</p>}
  </li>
)

function HealthBadge({ health }: { health: BoardHealth }) {
  if (isBlind(health)) return <Badge tone="danger">Can't be read</Badge>
  const { length } = health.fields
  const missing = health.missing.length
  return <Badge tone={missing === 0 ? 'accent' : 'warning'}>{`${length - missing} of ${length} fields`}</Badge>
}

function textOf(health: BoardHealth): string {
  const { missing, seenAt } = health
  if (isBlind(health)) return `No load could be read since ${whenOf(health.blindSince)}. Paste loads until it is fixed.`
  if (missing.length === 0) return `Last seen ${whenOf(seenAt)}`
  return missing.map(({ field, since }) => `${fieldTitles[field]} missing since ${whenOf(since)}.`).join(' ')
}

const whenOf = (instant: string): string => `${formatDate(new Date(instant))}, ${formatTime(new Date(instant))}`
