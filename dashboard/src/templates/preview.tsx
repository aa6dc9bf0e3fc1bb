import { fillMessage } from '@loadping/contract/rules/placeholders'
import { formatMoney } from '@loadping/contract/rules/rate-formula'
import { Card } from '../ui/card.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { MessageFrame } from '../ui/message-frame.tsx'
import type { Draft } from './draft.ts'
import { sample } from './sample-load.ts'

/** Shows the email that a broker would get for the sample load, sanitized and in a fully sandboxed frame. */
export function Preview({ draft, hasErrors }: { draft: Draft; hasErrors: boolean }) {
  const message = fillMessage({ subject: draft.subject, template: draft.html }, sample.values)

  return (
    <Card title="Live preview" aside={sample.lane} className="md:sticky md:top-4">
      {!hasErrors && 'subject' in message ? (
        <>
          <dl className="grid grid-cols-[64px_1fr] gap-y-1 border-b border-subtle p-4 text-table">
            <dt className="text-secondary">To</dt>
            <dd className="truncate">{sample.to}</dd>
            <dt className="text-secondary">Cc</dt>
            <dd className="truncate">{draft.cc.join(', ') || <EmptyValue />}</dd>
            <dt className="text-secondary">Subject</dt>
            <dd className="font-medium break-words">{message.subject || <EmptyValue />}</dd>
            <dt className="text-secondary">Ask</dt>
            <dd className="tabular-nums font-medium">
              {message.askCents === undefined ? <EmptyValue /> : formatMoney(message.askCents)}
            </dd>
          </dl>
          <MessageFrame html={message.html} className="h-80" />
        </>
      ) : (
        <p className="p-4 text-table text-secondary">Fix the errors on the left to see the preview.</p>
      )}
    </Card>
  )
}
