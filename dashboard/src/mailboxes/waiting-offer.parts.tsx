import { formatCount } from '@loadping/contract/format/counts'
import { Button } from '../ui/button.tsx'
import { useMoveWaiting, useWaitingOffer } from './mailboxes.data.ts'

/** Offers to send from the default mailbox what waits for another one; nothing where nothing waits. */
export function WaitingOffer({ className = '' }: { className?: string }) {
  const offer = useWaitingOffer()
  const { mutate, isPending } = useMoveWaiting()
  if (!offer?.mailbox || offer.emails === 0) return null
  const { emails, mailbox } = offer
  return (
    <div role="status" className={`flex flex-wrap items-center gap-x-3 gap-y-2 p-3 text-table ${className}`}>
      <p className="min-w-52 flex-1">
        {emails === 1 ? '1 email waits' : `${formatCount(emails)} emails wait`} for another mailbox and can go out now.
      </p>
      <Button size="sm" variant="primary" isLoading={isPending} onPress={() => mutate(mailbox)}>
        <span className="min-w-0 truncate">
          {`Send ${formatCount(emails)} waiting ${emails === 1 ? 'email' : 'emails'} from ${mailbox.address}`}
        </span>
      </Button>
    </div>
  )
}
