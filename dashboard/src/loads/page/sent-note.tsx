import type { SentEmail } from '@loadping/contract/emails/emails'
import { describeWaiting } from '@loadping/contract/emails/waiting'
import { formatMoney } from '@loadping/contract/format/money'
import { FailureText, StateBadge, WaitingNote } from '../../emails/emails.parts.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { emailStateDisplay } from '../../ui/contact-state.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Compose } from './use-compose.ts'

/** What became of the email that was just sent; while it waits it can be undone. */
export function SentNote({ compose, email }: { compose: Compose; email: SentEmail }) {
  const now = useNow(500)
  const { state, to, askCents, failure } = email
  const waiting = describeWaiting(email, now)
  const undoUntil = waiting ? waiting.dueAt : email.dueAt
  const secondsLeft = undoUntil ? Math.ceil((Date.parse(undoUntil) - now.getTime()) / 1_000) : 0
  const canUndo = state === 'queued' && !email.waiting?.isHeld && (waiting !== undefined || secondsLeft > 0)
  return (
    <Card title="Ask">
      <div role="status" className="flex flex-col gap-3 p-4">
        {askCents !== null && <p className="tabular-nums text-kpi">{formatMoney(askCents)}</p>}
        <div className="flex flex-wrap items-center gap-2 text-table">
          <StateBadge display={emailStateDisplay[state]} />
          <span className="min-w-0 wrap-anywhere">to {to}</span>
        </div>
        {failure && <FailureText state={state}>{failure}</FailureText>}
        <WaitingNote email={email} />
        <div className="flex gap-2">
          {canUndo && (
            <Button isLoading={compose.isUndoing} onPress={compose.undo}>
              {secondsLeft > 0 ? `Undo (${secondsLeft})` : 'Undo'}
            </Button>
          )}
          <Button variant={canUndo ? 'ghost' : 'secondary'} onPress={compose.composeAnother}>
            Write another
          </Button>
        </div>
      </div>
    </Card>
  )
}
