import type { BoardOption } from '@loadping/contract/account/board-options'
import { boardOptions, boardsFor } from '@loadping/contract/account/board-options'
import type { UserType } from '@loadping/contract/account/user-type'
import type { BoardHealth } from '@loadping/contract/extension/board-health'
import { fieldTitles, isBlind } from '@loadping/contract/extension/judge-board-health'
import { formatDate, formatTime } from '@loadping/contract/format/instants'
import { useUserType } from '../account/account.data.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { LetterIcon } from '../ui/letter-icon.tsx'
import { useBoardHealth } from './board-health.data.ts'

/** Lists the user's load boards with what the extension could last read on each. */
export function BoardsCard() {
  const userType = useUserType()
  const health = useBoardHealth()
  return (
    <Card title="Load boards" aside="As the extension last saw them">
      <ul>
        {boardsFor[userType].map((id) => (
          <BoardRow
            key={id}
            board={boardOptions[id]}
            health={health.find((one) => one.board === id)}
            userType={userType}
          />
        ))}
      </ul>
    </Card>
  )
}

type BoardRowProps = { board: BoardOption; health: BoardHealth | undefined; userType: UserType }

const BoardRow = ({ board, health, userType }: BoardRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-subtle px-4 py-3 last:border-0">
    <span className="flex items-center gap-2 font-medium">
      <LetterIcon>{board.icon}</LetterIcon>
      {board.name}
    </span>
    {health ? (
      <HealthBadge health={health} />
    ) : (
      <Badge tone={board.isUntried ? 'warning' : 'neutral'}>{board.isUntried ? 'Not checked' : 'Not opened yet'}</Badge>
    )}
    {(health || board.isUntried) && (
      <p className="w-full text-caption text-secondary">
        {health ? textOf(health, userType) : 'Check one load to start: open the board and compare it.'}
      </p>
    )}
  </li>
)

function HealthBadge({ health }: { health: BoardHealth }) {
  if (isBlind(health)) return <Badge tone="danger">Can't be read</Badge>
  const { length } = health.fields
  const missing = health.missing.length
  if (length === 0) return <Badge tone="neutral">Nothing read yet</Badge>
  return <Badge tone={missing === 0 ? 'accent' : 'warning'}>{`${length - missing} of ${length} fields`}</Badge>
}

function textOf(health: BoardHealth, userType: UserType): string {
  const { missing, seenAt } = health
  if (isBlind(health)) {
    const sentence = `Nothing could be read since ${whenOf(health.blindSince)}.`
    return userType === 'broker' ? sentence : `${sentence} Paste loads until it is fixed.`
  }
  if (missing.length === 0) return `Last seen ${whenOf(seenAt)}`
  return missing.map(({ field, since }) => `${fieldTitles[field]} missing since ${whenOf(since)}.`).join(' ')
}

const whenOf = (instant: string): string => `${formatDate(new Date(instant))}, ${formatTime(new Date(instant))}`
