import { formatCount } from '@loadping/contract/format/counts'
import { formatWhen } from '@loadping/contract/format/instants'
import type { Handover, HandoverTruck, TakenTrucks } from '@loadping/contract/truck-board/truck-board'
import { Link as LinkIcon } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { InitialsBadge } from '../../ui/initials-badge.tsx'
import { useToast } from '../../ui/toast.ts'
import { describeTaken, handoverOf, useUndoTakeOver } from '../handover.data.ts'
import { sumsOf } from './handover-lines.ts'

type TakingOverProps = {
  me: { userId: string; name: string }
  from: string
  chosen: readonly HandoverTruck[]
  /** Those that could be chosen, and those that others took. */
  all: number
}

/** Who takes over, and how much that is. */
export function TakingOverCard({ me, from, chosen, all }: TakingOverProps) {
  const sums = sumsOf(chosen)
  const figures = [
    ['Trucks', `${formatCount(chosen.length)} of ${formatCount(all)}`],
    ['Open asks', formatCount(sums.asks)],
    ['Unconfirmed', formatCount(sums.unconfirmed)],
    ['Due calls', formatCount(sums.due)],
    ...(sums.today > 0 ? [['Pickups today', formatCount(sums.today)] as const] : []),
    ['Pickups tomorrow', formatCount(sums.tomorrow)],
  ] as const
  return (
    <Card title="Taking over" className="print:hidden">
      <div className="p-4">
        <p className="text-table text-secondary">As</p>
        <p className="mt-1 flex min-h-8 items-center gap-2 rounded-sm border border-control px-2.5">
          <InitialsBadge name={me.name} toneKey={me.userId} className="size-5 text-[9px]" />
          <bdi className="min-w-0 truncate">{me.name}</bdi>
        </p>
        <dl className="tabular-nums mt-3 grid grid-cols-[1fr_auto] gap-y-2 text-table">
          {figures.map(([name, figure]) => (
            <div key={name} className="contents">
              <dt className="text-secondary">{name}</dt>
              <dd className="text-right font-semibold">{figure}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-caption text-secondary">
          Due calls move to your list. {firstNameOf(from)} sees your name at once.
        </p>
      </div>
    </Card>
  )
}

const firstNameOf = (name: string): string => (name.includes('@') ? name : (name.split(' ')[0] ?? name))

/** What to do so that a teammate takes over the own trucks. */
export function HandOverCard({ userId, hasTeam }: { userId: string; hasTeam: boolean }) {
  const showToast = useToast()
  async function copy() {
    const url = window.location.origin + handoverOf(userId)
    try {
      await navigator.clipboard.writeText(url)
      showToast('Link copied', 'success')
    } catch {
      showToast(`Your browser didn't let us copy. The link is ${url}`, 'info')
    }
  }
  return (
    <Card title="Hand over" className="print:hidden">
      <div className="p-4 text-table">
        {hasTeam ? (
          <>
            <p>
              Tell a teammate to open this page and take over your trucks. Until somebody does, the trucks and their
              calls stay yours.
            </p>
            <p className="mt-2 text-secondary">Write a note on a truck for what the page does not know.</p>
            <Button
              className="mt-3 w-full"
              icon={<LinkIcon size={16} strokeWidth={1.6} aria-hidden="true" />}
              onPress={() => void copy()}
            >
              Copy link
            </Button>
          </>
        ) : (
          <>
            <p>You need a teammate who takes over your trucks. Until then you can print this page.</p>
            <Link to={paths.team} className={`${buttonStyle('secondary')} mt-3 w-full`}>
              My team
            </Link>
          </>
        )}
      </div>
    </Card>
  )
}

/** Who took over which trucks before. */
export function EarlierCard({ earlier, from, now }: { earlier: Handover['earlier']; from: string; now: Date }) {
  const { mutate: undo } = useUndoTakeOver()
  if (earlier.length === 0) return null
  return (
    <Card title="Earlier" className="print:hidden">
      <ul>
        {earlier.map((each) => (
          <li
            key={each.id}
            className="flex items-center justify-between gap-3 border-b border-subtle px-4 py-3 text-table last:border-0"
          >
            <span className="min-w-0">
              <span className="block wrap-anywhere" title={each.trucks.join(', ')}>
                <b className="font-semibold">{each.to}</b> took {describeTaken(each)}
                {each.from === from ? '' : ` from ${each.from}`}
              </span>
              <span className="tabular-nums block text-caption text-secondary">
                {formatWhen(new Date(each.at), now)}
              </span>
            </span>
            {each.mayUndo && (
              <Button size="sm" aria-label={`Undo: ${describeEntry(each)}`} onPress={() => undo(each)}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const describeEntry = (taken: TakenTrucks): string => `${taken.to} took ${describeTaken(taken)} from ${taken.from}`
