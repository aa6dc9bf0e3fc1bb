import { boardOptions } from '@loadping/contract/account/board-options'
import type { LoadFacts, Place } from '@loadping/contract/boards/posted-load'
import { type EmailDetails, reachedNobody, type SentEmail } from '@loadping/contract/emails/emails'
import { formatCount } from '@loadping/contract/format/counts'
import { formatInstant } from '@loadping/contract/format/instants'
import { formatMoney } from '@loadping/contract/format/money'
import { formatDay } from '@loadping/contract/format/new-york-days'
import { formatTemperature } from '@loadping/contract/format/temperature'
import { type Placeholder, placeholderTitles } from '@loadping/contract/templates/placeholder-titles'
import type { ReactNode } from 'react'
import { mailboxDisplay } from '../mailboxes/mailbox-display.parts.tsx'
import { sentCopies } from '../mailboxes/sent-copy.ts'
import { Section } from '../section.tsx'
import { AddressText } from '../ui/address-text.tsx'
import { Button } from '../ui/button.tsx'
import { Fact, type FactProps, Facts } from '../ui/facts.tsx'
import { MessageFrame } from '../ui/message-frame.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useEmailDetails } from './emails.data.ts'
import { displayOf, StateBadge } from './emails.parts.tsx'

/** One email exactly as it was or will be sent, and what it was made from. */
export const EmailDialog = ({ email, onClose }: { email: SentEmail; onClose: () => void }) => (
  <DialogCard title={email.subject} width="w-180" onClose={onClose} footer={<Button onPress={onClose}>Done</Button>}>
    <Section what="this email" skeleton={<DetailsSkeleton />}>
      <Details email={email} />
    </Section>
  </DialogCard>
)

function Details({ email }: { email: SentEmail }) {
  const details = useEmailDetails(email.id)
  const { from, replyTo, mailbox, cc, messageId, html, text, templateVersion, load, inputs, recipientCheck } = details
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Detail name="Status">
          <span className="[&>span]:h-auto [&>span]:min-h-5 [&>span]:whitespace-normal">
            <StateBadge display={displayOf(email)} />
          </span>
        </Detail>
        {email.failure && <Detail name={email.state === 'sent' ? 'Note' : 'Error'}>{email.failure}</Detail>}
        <Detail name="From">{formatSender(details.from)}</Detail>
        <Detail name="To">
          <AddressText>{email.to}</AddressText>
        </Detail>
        <Detail name="Recipient check">{recipientCheck?.reason}</Detail>
        <Detail name="Cc">{cc.length > 0 && <AddressText>{cc.join(', ')}</AddressText>}</Detail>
        {replyTo !== from.address && (
          <Detail name="Replies go to">
            <AddressText>{replyTo}</AddressText>
          </Detail>
        )}
        <Detail name="Mailbox">{email.failure !== reachedNobody && mailboxDisplay[mailbox].name}</Detail>
        <Detail name="Your copy">
          {(email.state === 'sent' || email.state === 'unknown') && sentCopies[mailbox].where}
        </Detail>
        <Detail name="Created">{formatInstant(new Date(email.createdAt))}</Detail>
        <Detail name={mailbox === 'relay' ? 'Accepted by our relay' : 'Accepted by your provider'}>
          {email.sentAt && email.failure !== reachedNobody && formatInstant(new Date(email.sentAt))}
        </Detail>
        <Detail name="Message-ID">{messageId}</Detail>
        <Detail name="Template">{`${email.templateName}, version ${templateVersion}`}</Detail>
      </Facts>
      {html === '' ? (
        <p className="rounded-md border border-default bg-sunken px-3 py-2 text-table text-secondary">
          Its text is no longer kept. All else about it stays.
        </p>
      ) : (
        <>
          <div className="overflow-hidden rounded-md border border-default">
            <MessageFrame html={html} className="h-60" />
          </div>
          <Disclosure title="Plain text">
            <pre className="px-3 py-2 font-sans text-table whitespace-pre-wrap wrap-anywhere">{text}</pre>
          </Disclosure>
        </>
      )}
      <Disclosure title="Load details when sent">
        <Facts>
          {loadFields(load).map(([name, value]) => (
            <Detail key={name} name={name}>
              {value}
            </Detail>
          ))}
        </Facts>
      </Disclosure>
      <Disclosure title="Values used">
        <Facts>
          <Detail name="Formula">{inputs.formula}</Detail>
          <Detail name="Ask">{email.askCents === null ? null : formatMoney(email.askCents)}</Detail>
          {Object.entries(inputs.values).map(([name, value]) => (
            <Detail key={name} name={isPlaceholder(name) ? placeholderTitles[name] : name}>
              {value}
            </Detail>
          ))}
        </Facts>
      </Disclosure>
    </div>
  )
}

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholderTitles, name)

const formatSender = ({ name, address }: EmailDetails['from']) => (
  <AddressText>{name ? `${name} <${address}>` : address}</AddressText>
)

const Detail = (props: Omit<FactProps, 'layout'>) => <Fact layout="columns" {...props} />

const Disclosure = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="rounded-md border border-default [&>:not(summary)]:border-t [&>:not(summary)]:border-subtle [&>dl]:px-3">
    <summary className="cursor-pointer px-3 py-2 font-medium">{title}</summary>
    {children}
  </details>
)

const DetailsSkeleton = () => (
  <div className="flex flex-col gap-3">
    {[1, 2, 3, 4, 5].map((row) => (
      <Skeleton key={row} className="h-3.5 w-full" />
    ))}
    <Skeleton className="h-60 w-full" />
  </div>
)

const formatPlace = ({ city, state, postalCode }: Place): string =>
  [`${city}, ${state}`, postalCode].filter(Boolean).join(' ')
const formatNumber = (number: number | undefined, unit: string): string | undefined =>
  number === undefined ? undefined : `${formatCount(number)} ${unit}`

/** What the posting said about the load, by label; missing values are left out. */
const loadFields = (load: LoadFacts): [name: string, value: string][] =>
  allLoadFields(load).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))

const allLoadFields = (load: LoadFacts): [name: string, value: string | undefined][] => [
  ['Board', load.board && boardOptions[load.board].name],
  ['Posting ID', load.boardLoadId],
  ['Origin', formatPlace(load.origin)],
  ['Destination', formatPlace(load.dest)],
  [
    'Pickup',
    [load.pickupDay, load.pickupUntilDay]
      .flatMap((day) => day ?? [])
      .map(formatDay)
      .join(' – ') || undefined,
  ],
  ['Equipment', load.equipment],
  ['Full/partial', load.fullPartial && { full: 'Full', partial: 'Partial', both: 'Full or partial' }[load.fullPartial]],
  ['Length', formatNumber(load.lengthFeet, 'ft')],
  ['Weight', formatNumber(load.weightPounds, 'lb')],
  ['Trip miles', formatNumber(load.tripMiles, 'mi')],
  ['Deadhead', formatNumber(load.deadheadMiles, 'mi')],
  ['Posted rate', load.rate && `${formatMoney(load.rate.cents)}${load.rate.basis === 'per-mile' ? '/mi' : ''}`],
  ['Company', load.company],
  ['Email', load.contactEmail],
  ['Phone', load.phone],
  ['Reference', load.reference],
  ['MC', load.mc],
  ['USDOT', load.dot],
  ['Commodity', load.commodity],
  ['Temperature', load.temperature && formatTemperature(load.temperature)],
  ['Comments', load.comments],
  ['Posted', load.postedAt && formatInstant(new Date(load.postedAt))],
]
