import { brand } from '@loadping/contract/brand'
import { formatAge } from '@loadping/contract/format/ages'
import type { LoadPage, SavedLoad, SharedLoad } from '@loadping/contract/loads/saved-loads'
import { Link2 } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { HeaderActions, HeaderTitle } from '../../header-title.tsx'
import { Button } from '../../ui/button.tsx'
import { Lane } from '../../ui/lane-glyph.tsx'
import { useNow } from '../../ui/use-now.ts'
import { BoardBadge, EquipmentCode, StatusBadge, seenAt, statusDisplay } from '../load-display.parts.tsx'
import { LinkPopover } from './link-popover.tsx'

/** The lane as the page's title. */
export function LaneTitle({ facts: { origin, dest } }: { facts: SharedLoad['facts'] }) {
  const [from, to] = [origin, dest].map(({ city, state }) => `${city}, ${state}`)
  return (
    <>
      <title>{`${from} to ${to} · ${brand.name}`}</title>
      <HeaderTitle>
        <Lane from={from ?? ''} to={to ?? ''} />
      </HeaderTitle>
    </>
  )
}

/** The lane above the cards of a phone, whose top bar has no room for it. */
export const PhoneTitle = ({ facts: { origin, dest } }: { facts: SharedLoad['facts'] }) => (
  <p aria-hidden="true" className="text-title sm:hidden">
    <Lane from={`${origin.city}, ${origin.state}`} to={`${dest.city}, ${dest.state}`} />
  </p>
)

type LoadHeaderProps = {
  page: LoadPage
  statusRef: Ref<HTMLSpanElement>
  /** Undefined on a phone, and for a teammate's load, whose status only they change. */
  onStatus: (() => void) | undefined
}

/** The title, with the buttons for the link and the status. */
export function LoadHeader({ page: { load, linkExpiresAt }, statusRef, onStatus }: LoadHeaderProps) {
  const linkRef = useRef<HTMLSpanElement>(null)
  const [isLinkOpen, setLinkOpen] = useState(false)
  const { label, Icon } = statusDisplay[load.status]
  return (
    <>
      <LaneTitle facts={load.facts} />
      <HeaderActions>
        <span ref={linkRef} className="inline-flex">
          <Button
            icon={<Link2 size={16} strokeWidth={1.6} aria-hidden="true" />}
            className="max-sm:px-3"
            onPress={() => setLinkOpen(true)}
          >
            <span className="max-sm:sr-only">Copy link</span>
          </Button>
        </span>
        {onStatus && (
          <span ref={statusRef} className="inline-flex">
            <Button
              aria-label={`Status: ${label}`}
              icon={<Icon size={16} strokeWidth={1.6} aria-hidden="true" />}
              onPress={onStatus}
            >
              {label}
            </Button>
          </span>
        )}
      </HeaderActions>
      {isLinkOpen && (
        <LinkPopover id={load.id} expiresAt={linkExpiresAt} anchor={linkRef} onClose={() => setLinkOpen(false)} />
      )}
    </>
  )
}

type LoadMarksProps = { load: SavedLoad; statusRef: Ref<HTMLSpanElement>; onStatus: (() => void) | undefined }

/** Status, equipment and board of a load, and how old its posting is. On a phone the status is a button. */
export function LoadMarks({ load, statusRef, onStatus }: LoadMarksProps) {
  const now = useNow()
  const { facts, status } = load
  return (
    <div className="flex flex-col gap-2">
      <PhoneTitle facts={facts} />
      <div className="flex min-h-5 flex-wrap items-center gap-2 text-table">
        <span ref={statusRef} className="inline-flex">
          {onStatus ? (
            <button type="button" aria-haspopup="menu" className="flex min-h-11 items-center" onClick={onStatus}>
              <StatusBadge status={status} />
            </button>
          ) : (
            <StatusBadge status={status} />
          )}
        </span>
        {facts.equipment && <EquipmentCode code={facts.equipment} board={facts.board} />}
        <BoardBadge board={facts.board} />
        <span className="tabular-nums ml-auto text-caption text-secondary">
          {facts.postedAt ? 'posted' : 'seen'} {formatAge(seenAt(load), now)} ago
        </span>
      </div>
    </div>
  )
}
