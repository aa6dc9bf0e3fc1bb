import { formatAgo } from '@loadping/contract/format/ages'
import { formatDollars, formatMoney } from '@loadping/contract/format/money'
import type { LoadPerson } from '@loadping/contract/loads/saved-loads'
import { Check, MessageSquare, Phone, Send } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { MissingSenderName } from '../../account/profile.parts.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Key } from '../../ui/key.tsx'
import { useNow } from '../../ui/use-now.ts'
import { SendQuestions } from '../page/compose-card.tsx'
import { SendError, SendGuard } from '../page/send-guard.tsx'
import { standardWording } from './reply-text.ts'
import type { Reply } from './use-reply.ts'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }
const link = 'font-medium text-accent-text hover:underline max-sm:inline-flex max-sm:min-h-11 max-sm:items-center'

type ReplyCardProps = {
  reply: Reply
  people: LoadPerson[]
  userId: string
  cardRef: Ref<HTMLDivElement>
  /** Undefined without a phone number. */
  onCall: (() => void) | undefined
  onBook: () => void
  ladder: ReactNode
}

/** The reply to the broker's counter: the asks, the text with the chosen one, and the buttons that send, step down or book. */
export function ReplyCard({ reply, people, userId, cardRef, onCall, onBook, ladder }: ReplyCardProps) {
  const { counter, ladder: asks } = reply
  return (
    <Card title="Ask" aside={<CounterBadge counter={counter} />}>
      <div ref={cardRef}>
        <Form onSubmit={reply.submit} className="flex flex-col gap-3 p-4">
          {ladder}
          <ReplyText reply={reply} />
          <MissingSenderName />
          <SendQuestions {...reply} />
          <SendGuard contacts={reply.refused} people={people} userId={userId} />
          <SendError error={reply.error} />
          <div className="grid grid-flow-col grid-cols-[1fr] gap-2 max-sm:hidden">
            <SendReplyButton reply={reply} />
            {onCall && (
              <Button icon={<Phone {...icon} />} onPress={onCall}>
                Call
              </Button>
            )}
          </div>
          <div className="grid grid-flow-col grid-cols-[1fr] gap-2">
            <Button icon={<Check {...icon} />} onPress={onBook}>
              {counter.cents === null ? 'Book' : `Book ${formatDollars(counter.cents)}`}
              <KeyHint>B</KeyHint>
            </Button>
            {asks && (
              <Button isDisabled={!asks.stepDown} onPress={asks.stepDown}>
                Step down
                <KeyHint>-</KeyHint>
              </Button>
            )}
          </div>
          <p className="text-caption text-secondary">
            Answers in the same thread. Below the floor it asks you first.{' '}
            <button type="button" onClick={() => reply.setAside(true)} className={link}>
              Write a new email instead
            </button>
          </p>
        </Form>
      </div>
    </Card>
  )
}

/** `Countered $1,625, 4 min ago`. */
function CounterBadge({ counter: { cents, at } }: Pick<Reply, 'counter'>) {
  const now = useNow()
  return (
    <Badge tone="warning">
      <MessageSquare size={12} strokeWidth={1.6} aria-hidden="true" />
      {`Countered${cents === null ? '' : ` ${formatDollars(cents)}`}, ${formatAgo(new Date(at), now)}`}
    </Badge>
  )
}

const KeyHint = ({ isOnAccent = false, children }: { isOnAccent?: boolean; children: string }) => (
  <span aria-hidden="true" className="inline-flex max-md:hidden">
    <Key isOnAccent={isOnAccent}>{children}</Key>
  </span>
)

/** Sends the reply; its label has the ask. */
export const SendReplyButton = ({ reply, size }: { reply: Reply; size?: 'touch' }) => {
  const { askCents, late, below, refused } = reply
  const asked = askCents === undefined ? 'Send' : `Send ${formatMoney(askCents)}`
  const isAnyway = refused.length > 0 || late !== undefined || below !== undefined
  return (
    <Button
      type={size ? 'button' : 'submit'}
      variant="primary"
      {...(size && { size, className: 'flex-1', onPress: reply.submit })}
      icon={<Send {...icon} />}
      isLoading={reply.isSending}
      isDisabled={!reply.canSend}
    >
      {isAnyway ? `${asked} anyway` : asked}
      <KeyHint isOnAccent={reply.canSend}>E</KeyHint>
    </Button>
  )
}

/** To whom it goes and what it says; its wording and price open on request, or if it cannot be sent as it is. */
function ReplyText({ reply }: { reply: Reply }) {
  const { filled, offer, askCents } = reply
  const [isEditing, setEditing] = useState(false)
  return (
    <section
      aria-label="Ready reply"
      className="-mx-4 flex flex-col gap-2 border-t border-default px-4 pt-3 first:mx-0 first:border-0 first:px-0 first:pt-0"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-table font-semibold">Ready reply</h3>
        <p className="min-w-0 text-caption text-secondary wrap-anywhere">To {offer?.to}</p>
      </div>
      <p
        data-reply
        className="rounded-sm border border-control px-3 py-2.5 text-table leading-5.5 whitespace-pre-line wrap-anywhere"
      >
        {filled.pieces.map(({ text, isValue }, index) =>
          isValue ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity, and keep their order.
            <b key={index} className="border-b border-dashed border-accent font-semibold">
              {text}
            </b>
          ) : (
            text
          ),
        )}
      </p>
      {(isEditing || askCents === undefined) && (
        <TextField
          label="Your price"
          name="ask"
          value={reply.ask}
          onValue={reply.changeAsk}
          error={reply.ask !== '' && askCents === undefined && 'Enter a price such as 1670'}
          hint={reply.ask === '' && hintOf(reply)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
        />
      )}
      {isEditing || (askCents !== undefined && filled.problem) ? (
        <WordingField reply={reply} onDone={() => setEditing(false)} />
      ) : (
        <p className="text-caption">
          <button type="button" onClick={() => setEditing(true)} className={link}>
            {askCents === undefined ? 'Change wording' : 'Change price or wording'}
          </button>
        </p>
      )}
    </section>
  )
}

const hintOf = ({ ladder }: Reply): string =>
  ladder ? 'No step is left between your last ask and the counter.' : 'This load has no steps. Type what you ask.'

function WordingField({ reply, onDone }: { reply: Reply; onDone: () => void }) {
  const { wording, changeWording, filled, askCents } = reply
  return (
    <>
      <TextArea
        label="Your wording"
        name="wording"
        rows={5}
        value={wording ?? standardWording}
        onValue={changeWording}
        error={askCents !== undefined && filled.problem}
        hint="Kept for your next reply. A sentence in [[ and ]] drops out if one of its values is not known. All placeholders of templates work here too."
      />
      <div className="flex gap-2">
        <Button size="sm" onPress={onDone}>
          Done
        </Button>
        {wording !== null && (
          <Button size="sm" variant="ghost" onPress={() => changeWording(null)}>
            Use the standard wording
          </Button>
        )}
      </div>
    </>
  )
}

type ReplyNoticeProps = { reply: Reply; phone: string | undefined; onCall: (() => void) | undefined }

/** Says above a new email what became of the reply to a counter, or why there is none. */
export function ReplyNotice({ reply, phone, onCall }: ReplyNoticeProps) {
  const { offer, counter, loadAgain, isAside, setAside } = reply
  const now = useNow()
  const countered =
    counter.cents === null ? 'The broker countered' : `The broker countered ${formatDollars(counter.cents)}`
  if (loadAgain)
    return (
      <Notice text={`${countered}. The reply didn't load.`}>
        <button type="button" onClick={loadAgain} className={link}>
          Try again
        </button>
      </Notice>
    )
  if (!offer) return <Notice text={`${countered}. Loading the reply…`} />
  if (offer.answer) {
    const { askCents, at } = offer.answer
    const asked = askCents === null ? '' : ` with ${formatMoney(askCents)}`
    return (
      <Notice
        text={`You answered this counter${asked} ${formatAgo(new Date(at), now)}. Record the next one to answer it.`}
      />
    )
  }
  if (offer.to === null)
    return (
      <Notice text={`${countered}, but no email of yours has left, so there is no thread to answer in.`}>
        {onCall && (
          <button type="button" onClick={onCall} className={link}>
            Call {phone}
          </button>
        )}
      </Notice>
    )
  return isAside ? (
    <Notice text={`${countered}.`}>
      <button type="button" onClick={() => setAside(false)} className={link}>
        Answer it
      </button>
    </Notice>
  ) : null
}

const Notice = ({ text, children }: { text: string; children?: ReactNode }) => (
  <p role="status" className="border-b border-default bg-warning-subtle px-4 py-2.5 text-table text-warning-text">
    {text} {children}
  </p>
)
