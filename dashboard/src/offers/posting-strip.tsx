import { shortEquipment } from '@loadping/contract/boards/equipment'
import { formatCount, formatMiles } from '@loadping/contract/format/counts'
import { formatMoney } from '@loadping/contract/format/money'
import { timeZoneOf } from '@loadping/contract/format/time-zones'
import type { OfferFacts, OfferPosting } from '@loadping/contract/offers/offers'
import { ChevronDown, Download, Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPickup } from '../freight-text/load-times.ts'
import { Lane } from '../ui/lane-glyph.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import type { MenuEntry } from '../ui/overlay/menu-popover.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

export const laneText = ({ origin, dest }: OfferFacts): string =>
  `${origin.city}, ${origin.state} → ${dest.city}, ${dest.state}`

const pickupOf = (facts: OfferFacts): string | undefined => formatPickup(facts, timeZoneOf(facts.origin))

/** `Tue 8 AM CST` within a week. */
const shortPickup = (facts: OfferFacts): string | undefined => {
  const near = facts.pickupDay && Math.abs(Date.parse(facts.pickupDay) - Date.now()) < nearMs
  return near ? pickupOf(facts)?.replace(/, \w+ \d+(?:,|$)/, '') : pickupOf(facts)
}
const nearMs = 6 * 86_400_000

const equipmentOf = ({ equipment, lengthFeet }: OfferFacts): string =>
  [equipment && shortEquipment(equipment), lengthFeet && `${formatCount(lengthFeet)} ft`].filter(Boolean).join(', ')

const rateOf = ({ rate }: OfferFacts): string =>
  rate ? `${formatMoney(rate.cents)}${rate.basis === 'per-mile' ? '/mi' : ''}` : ''

type PostingStripProps = {
  posting: OfferPosting
  postings: OfferPosting[]
  hasAnswers: boolean
  onChoose: (id: string) => void
  onNew: () => void
  onEdit: () => void
  onExport: () => void
  onDelete: () => void
}

/** The posting that the answers are to, and what can be done with it; others are in its menu. */
export function PostingStrip(props: PostingStripProps) {
  const { facts } = props.posting
  const { origin, dest, tripMiles, reference } = facts
  return (
    <section
      aria-label="Posting"
      className="mb-3 flex items-center gap-4 rounded-md border border-default bg-surface px-4 py-3 shadow-card max-sm:hidden print:flex"
    >
      <dl className="tabular-nums flex min-w-0 flex-1 flex-wrap gap-y-2 max-lg:gap-x-6 lg:*:border-l lg:*:border-subtle lg:*:px-6 lg:*:first:border-0 lg:*:first:pl-0">
        <Fact label="Posting">
          <Lane from={`${origin.city}, ${origin.state}`} to={`${dest.city}, ${dest.state}`} />
        </Fact>
        <Fact label="Pickup">{pickupOf(facts)}</Fact>
        <Fact label="Equipment">{equipmentOf(facts)}</Fact>
        <Fact label="Trip">{tripMiles !== undefined && formatMiles(tripMiles)}</Fact>
        <Fact label="Posted">{rateOf(facts)}</Fact>
        <Fact label="Ref">{reference}</Fact>
      </dl>
      <PostingMenu
        {...props}
        trigger={(opener, label) => (
          <button
            {...opener}
            type="button"
            className="inline-flex h-8 shrink-0 items-center gap-2 rounded-sm border border-default bg-surface px-2.5 text-table font-medium hover:bg-hover print:hidden"
          >
            {label}
            <ChevronDown {...icon} />
          </button>
        )}
      />
    </section>
  )
}

/** The same as one button of a phone. */
export const PostingButton = (props: PostingStripProps) => {
  const { facts } = props.posting
  const { tripMiles } = facts
  const line = [
    shortPickup(facts),
    equipmentOf(facts).replace(',', ''),
    tripMiles !== undefined && formatMiles(tripMiles),
    rateOf(facts) && `posted ${rateOf(facts)}`,
  ]
  return (
    <div className="mb-3 *:w-full sm:hidden print:hidden">
      <PostingMenu
        {...props}
        trigger={(opener) => (
          <button
            {...opener}
            type="button"
            className="flex w-full items-center gap-3 rounded-md border border-default bg-surface px-4 py-2.5 text-left shadow-card"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{laneText(facts)}</span>
              <span className="tabular-nums block truncate text-table text-secondary">
                {line.filter(Boolean).join(', ')}
              </span>
            </span>
            <ChevronDown {...icon} />
          </button>
        )}
      />
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt className="text-caption text-secondary">{label}</dt>
      <dd className="font-semibold whitespace-nowrap">{children}</dd>
    </div>
  ) : null

type PostingMenuProps = PostingStripProps & {
  trigger: (opener: Parameters<Parameters<typeof Menu>[0]['trigger']>[0], label: string) => ReactNode
}

function PostingMenu({
  trigger,
  posting,
  postings,
  hasAnswers,
  onChoose,
  onNew,
  onEdit,
  onExport,
  onDelete,
}: PostingMenuProps) {
  const others = postings.filter(({ id }) => id !== posting.id)
  const entries: MenuEntry[] = [
    ...others.map(({ id, facts, answers }) => ({
      id,
      label: laneText(facts),
      note: [facts.reference && `Ref ${facts.reference}`, pickupOf(facts)].filter(Boolean).join(', '),
      aside: formatCount(answers),
      onChoose: () => onChoose(id),
    })),
    { id: 'new', label: 'New posting', icon: <Plus {...icon} />, onChoose: onNew },
    { id: 'edit', label: 'Edit this posting', icon: <Pencil {...icon} />, onChoose: onEdit },
    { id: 'csv', label: 'Export as CSV', icon: <Download {...icon} />, isDisabled: !hasAnswers, onChoose: onExport },
    { id: 'delete', label: 'Delete this posting', icon: <Trash2 {...icon} />, tone: 'danger', onChoose: onDelete },
  ]
  const label =
    others.length === 0 ? 'Posting' : `${others.length} more ${others.length === 1 ? 'posting' : 'postings'}`
  return <Menu label="Postings" entries={entries} trigger={(opener) => trigger(opener, label)} />
}
