import type { SentEmail } from '@loadping/contract/emails/emails'
import { formatMoney } from '@loadping/contract/format/money'
import { FailureText, StateBadge } from '../../emails/emails.parts.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { emailStateDisplay } from '../../ui/contact-state.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Compose } from './use-compose.ts'

/** What became of the email that was just sent; in its first seconds it can be undone. */
export function SentNote({ compose, email }: { compose: Compose; email: SentEmail }) {
  const now = useNow(500)
  const { state, to, askCents, failure, dueAt } = email
  const secondsLeft = state === 'queued' && dueAt ? Math.ceil((Date.parse(dueAt) - now.getTime()) / 1_000) : 0
  return (
    <Card title="Ask">
      <div role="status" className="flex flex-col gap-3 p-4">
        {askCents !== null && <p className="tabular-nums text-kpi">{formatMoney(askCents)}</p>}
        <div className="flex flex-wrap items-center gap-2 text-table">
          <StateBadge display={emailStateDisplay[state]} />
          <span className="min-w-0 wrap-anywhere">to {to}</span>
        </div>
        {failure && <FailureText state={state}>{failure}</FailureText>}
        <div className="flex gap-2">
          {secondsLeft > 0 && (
            <Button isLoading={compose.isUndoing} onPress={compose.undo}>
              {`Undo (${secondsLeft})`}
            </Button>
          )}
          <Button variant={secondsLeft > 0 ? 'ghost' : 'secondary'} onPress={compose.composeAnother}>
            Write another
          </Button>
        </div>
      </div>
    </Card>
  )
}
