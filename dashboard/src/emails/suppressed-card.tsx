import type { SuppressedAddress } from '@loadping/contract/emails/emails'
import { formatWhen } from '@loadping/contract/format/instants'
import { AddressText } from '../ui/address-text.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useNow } from '../ui/use-now.ts'
import { useAllowSuppressed, useSuppressedAddresses } from './suppressed.data.ts'

const reasons: Record<SuppressedAddress['reason'], string> = {
  bounced: 'Bounced: the address does not exist',
  complained: 'The owner marked an email as spam',
  unsubscribed: 'The owner asked for no more emails',
}

/** The addresses that get no email, and why; nothing without any. */
export function SuppressedCard() {
  const addresses = useSuppressedAddresses()
  const { mutate, isPending, variables } = useAllowSuppressed()
  const now = useNow()
  if (addresses.length === 0) return null
  return (
    <Card title="Addresses we don't email" aside="New York time">
      <ul>
        {addresses.map(({ address, reason, since, isAllowed }) => (
          <li
            key={address}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-subtle px-4 py-3 last:border-0"
          >
            <div className="min-w-52 flex-1 text-table">
              <p className="font-medium wrap-anywhere">
                <AddressText>{address}</AddressText>
              </p>
              <p className="text-caption text-secondary">
                {reasons[reason]} · {formatWhen(new Date(since), now)}
              </p>
              {isAllowed && (
                <p className="text-caption text-secondary">Your own mailboxes email it; our relay doesn't.</p>
              )}
            </div>
            {reason === 'bounced' && !isAllowed && (
              <Button
                size="sm"
                aria-label={`Allow my own mailboxes to email ${address}`}
                isLoading={isPending && variables === address}
                onPress={() => mutate(address)}
              >
                Allow from my mailbox
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
