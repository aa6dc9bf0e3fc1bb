import type { LoadPage } from '@loadping/contract/loads/saved-loads'
import { Phone } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button } from '../../ui/button.tsx'
import { ReplyCard, ReplyNotice, SendReplyButton } from '../reply/reply-card.tsx'
import { ComposeCard, SendButton } from './compose-card.tsx'
import { LadderTable } from './ladder-table.tsx'
import type { Ask } from './use-ask.ts'

type AskCardProps = {
  page: LoadPage
  ask: Ask
  tripMiles: number | undefined
  /** What an ask leaves after the user's costs. */
  leftAt: (cents: number) => number | undefined
  userId: string
  askRef: Ref<HTMLInputElement>
  replyRef: Ref<HTMLDivElement>
  /** Undefined without a phone number. */
  onCall: (() => void) | undefined
  onBook: () => void
}

/** The reply to the broker's counter while that waits for one, else a new email. */
export function AskCard({ page, ask, tripMiles, leftAt, userId, askRef, replyRef, onCall, onBook }: AskCardProps) {
  const { load, people } = page
  const { compose, reply, openReply, ladder } = ask
  const table: ReactNode = ladder && <LadderTable ladder={ladder} tripMiles={tripMiles} leftAt={leftAt} />
  if (openReply)
    return (
      <ReplyCard
        reply={openReply}
        people={people}
        userId={userId}
        cardRef={replyRef}
        onCall={onCall}
        onBook={onBook}
        ladder={table}
      />
    )
  return (
    <ComposeCard
      compose={compose}
      tripMiles={tripMiles}
      people={people}
      userId={userId}
      askRef={askRef}
      onCall={onCall}
      ladder={table}
      notice={reply && <ReplyNotice reply={reply} phone={load.facts.phone} onCall={onCall} />}
    />
  )
}

/** What replaces the navigation of a phone: Call and Send. */
export function PhoneBar({ ask, onCall }: { ask: Ask; onCall: (() => void) | undefined }) {
  const { compose, openReply } = ask
  return (
    <>
      {onCall && (
        <Button size="touch" icon={<Phone size={20} strokeWidth={1.6} aria-hidden="true" />} onPress={onCall}>
          Call
        </Button>
      )}
      {openReply && <SendReplyButton reply={openReply} size="touch" />}
      {!openReply && compose.composed && !compose.email && (
        <SendButton compose={compose} composed={compose.composed} size="touch" />
      )}
    </>
  )
}
