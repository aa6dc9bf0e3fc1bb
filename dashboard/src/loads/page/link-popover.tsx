import { formatInstant } from '@loadping/contract/format/instants'
import { linkHours } from '@loadping/contract/loads/saved-loads'
import { type RefObject, useState } from 'react'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { PopoverCard } from '../../ui/overlay/popover-card.tsx'
import { useToast } from '../../ui/toast.ts'
import { useCreateLink, useRevokeLink } from './load-page.data.ts'

type LinkPopoverProps = {
  id: string
  expiresAt: string | null
  anchor: RefObject<Element | null>
  onClose: () => void
}

/** Copies a link to the load's plan, says what it shows and how long, and revokes it. */
export function LinkPopover({ id, expiresAt, anchor, onClose }: LinkPopoverProps) {
  const create = useCreateLink(id)
  const { mutate: revoke, isPending: isRevoking } = useRevokeLink(id)
  const [address, setAddress] = useState<string>()
  const showToast = useToast()

  async function copy(key: string) {
    const url = window.location.origin + paths.load(key)
    setAddress(url)
    try {
      await navigator.clipboard.writeText(url)
      showToast('Link copied', 'success')
    } catch {
      showToast("Your browser didn't let us copy. Select the link and copy it.", 'info')
    }
  }

  return (
    <PopoverCard anchor={anchor} label="Copy link" className="w-88" onClose={onClose}>
      <p className="text-table text-secondary">
        {expiresAt
          ? `A link works until ${formatInstant(new Date(expiresAt))}. A new one ends it.`
          : `Anyone with the link sees lane, times, miles and equipment for ${linkHours} hours. Rate, broker, notes and history stay with your team.`}
      </p>
      {address && (
        <input
          readOnly
          aria-label="Link"
          value={address}
          onFocus={({ target }) => target.select()}
          className="mt-3 h-8 w-full rounded-sm border border-control bg-surface px-2 text-caption"
        />
      )}
      <div className="mt-4 flex justify-end gap-2">
        {expiresAt && (
          <Button size="sm" isLoading={isRevoking} onPress={() => revoke(undefined, { onSuccess: onClose })}>
            Revoke link
          </Button>
        )}
        <Button
          size="sm"
          variant="primary"
          isLoading={create.isPending}
          onPress={() => create.mutate(undefined, { onSuccess: ({ key }) => void copy(key) })}
        >
          {expiresAt ? 'Copy new link' : 'Copy link'}
        </Button>
      </div>
    </PopoverCard>
  )
}
