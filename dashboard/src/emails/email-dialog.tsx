import type { EmailDetails, SentEmail } from '@loadping/contract/emails'
import { type Placeholder, placeholderTitles } from '@loadping/contract/rules/placeholder-titles'
import { formatMoney } from '@loadping/contract/rules/rate-formula'
import type { ReactNode } from 'react'
import { mailboxLooks } from '../mailboxes/mailbox-display.tsx'
import { Section } from '../section.tsx'
import { Button } from '../ui/button.tsx'
import { DialogCard } from '../ui/dialog-card.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { formatInstant } from '../ui/format-date.ts'
import { MessageFrame } from '../ui/message-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { emailStateDisplay, StateBadge } from './emails.parts.tsx'
import { loadFields } from './load-fields.ts'
import { useEmailDetails } from './mail.data.ts'

/** One message exactly as it left or would leave, and what it was made of. */
export const MessageDialog = ({ email, onClose }: { email: SentEmail; onClose: () => void }) => (
  <DialogCard title={email.subject} width="w-180" onClose={onClose} footer={<Button onPress={onClose}>Done</Button>}>
    <Section what="This message" skeleton={<MessageSkeleton />}>
      <Message email={email} />
    </Section>
  </DialogCard>
)

function Message({ email }: { email: SentEmail }) {
  const details = useEmailDetails(email.id)
  const { from, replyTo, mailbox, cc, messageId, html, text, templateVersion, load, inputs } = details
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact name="State">
          <span className="[&>span]:h-auto [&>span]:min-h-5 [&>span]:whitespace-normal">
            <StateBadge look={emailStateDisplay[email.state]} />
          </span>
        </Fact>
        {email.failure && <Fact name="What went wrong">{email.failure}</Fact>}
        <Fact name="From">{formatSender(details.from)}</Fact>
        <Fact name="To">{email.to}</Fact>
        <Fact name="Cc">{cc.join(', ')}</Fact>
        {replyTo !== from.address && <Fact name="Answers go to">{replyTo}</Fact>}
        <Fact name="Mailbox">{mailboxLooks[mailbox].name}</Fact>
        <Fact name="Written">{formatInstant(new Date(email.createdAt))}</Fact>
        <Fact name={mailbox === 'relay' ? 'Accepted by our relay' : 'Accepted by your provider'}>
          {email.sentAt && formatInstant(new Date(email.sentAt))}
        </Fact>
        <Fact name="Message-ID">{messageId}</Fact>
        <Fact name="Template">{`${email.templateName}, version ${templateVersion}`}</Fact>
      </Facts>
      <div className="overflow-hidden rounded-md border border-default">
        <MessageFrame html={html} className="h-60" />
      </div>
      <Disclosure title="As plain text">
        <pre className="px-3 py-2 font-sans text-table whitespace-pre-wrap wrap-anywhere">{text}</pre>
      </Disclosure>
      <Disclosure title="The load as it was seen">
        <Facts>
          {loadFields(load).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      </Disclosure>
      <Disclosure title="The values in it">
        <Facts>
          <Fact name="Formula">{inputs.formula}</Fact>
          <Fact name="Ask">{email.askCents === null ? null : formatMoney(email.askCents)}</Fact>
          {Object.entries(inputs.values).map(([name, value]) => (
            <Fact key={name} name={isPlaceholder(name) ? placeholderTitles[name] : name}>
              {value}
            </Fact>
          ))}
        </Facts>
      </Disclosure>
    </div>
  )
}

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholderTitles, name)

const formatSender = ({ name, address }: EmailDetails['from']): string => (name ? `${name} <${address}>` : address)

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="figures divide-y divide-subtle text-table">{children}</dl>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-4 py-1.5 max-sm:flex-col max-sm:gap-0">
    <dt className="w-44 shrink-0 text-secondary">{name}</dt>
    <dd className="min-w-0 font-medium wrap-anywhere">{children || <EmptyValue />}</dd>
  </div>
)

const Disclosure = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="rounded-md border border-default [&>:not(summary)]:border-t [&>:not(summary)]:border-subtle [&>dl]:px-3">
    <summary className="cursor-pointer px-3 py-2 font-medium">{title}</summary>
    {children}
  </details>
)

const MessageSkeleton = () => (
  <div className="flex flex-col gap-3">
    {[1, 2, 3, 4, 5].map((row) => (
      <Skeleton key={row} className="h-3.5 w-full" />
    ))}
    <Skeleton className="h-60 w-full" />
  </div>
)
