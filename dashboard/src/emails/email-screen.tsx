import { brand } from '@loadping/contract/brand'
import { ProviderProblem } from '@loadping/contract/sign-in/sign-in'
import { useSearchParams } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { RegisteredWarning } from '../broker-view/broker-view.parts.tsx'
import { ConnectOptions } from '../mailboxes/connect-options.parts.tsx'
import { useFinishConnect } from '../mailboxes/mailboxes.data.ts'
import {
  MailboxesCard,
  MailboxesSkeleton,
  RecipientsSee,
  RecipientsSeeSkeleton,
} from '../mailboxes/mailboxes.parts.tsx'
import { Section } from '../section.tsx'
import { AddressText } from '../ui/address-text.tsx'
import { Banner } from '../ui/banner.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { EmailsCard } from './email-list.tsx'
import { SellByCard, SellBySkeleton } from './sell-by.parts.tsx'
import { SuppressedCard } from './suppressed-card.tsx'

const problems: Record<ProviderProblem, { title: string; text: string }> = {
  canceled: {
    title: 'Mailbox not connected. You canceled.',
    text: 'Try again, or connect another mailbox.',
  },
  failed: {
    title: 'Mailbox not connected.',
    text: 'Allow sending when asked, or connect another mailbox.',
  },
  unavailable: {
    title: "That provider isn't responding right now.",
    text: 'Try again in a moment, or connect another mailbox.',
  },
}

/** The user's mailboxes, or how to connect the first, and the emails sent from them. */
export function EmailScreen() {
  const { data: me } = useMe()
  const [query] = useSearchParams()
  const isConnecting = useFinishConnect()
  const title = me.accountVerified ? 'Email' : 'Verify your email'
  const { data: problem } = ProviderProblem.safeParse(query.get('problem'))
  const sellBy = (
    <Section what="how long emails wait" skeleton={<SellBySkeleton />}>
      <SellByCard />
    </Section>
  )

  return (
    <>
      <title>{`${title} · ${brand.name}`}</title>
      <PageHead
        title={title}
        context={
          <>
            <AddressText>{me.email}</AddressText> is {me.accountVerified ? 'verified' : 'not verified yet'}
          </>
        }
      />
      {problem && (
        <div role="alert" className="mb-4">
          <Banner title={problems[problem].title}>{problems[problem].text}</Banner>
        </div>
      )}
      <div className="flex flex-col gap-4">
        <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_376px]">
          <div className="flex min-w-0 flex-col gap-4">
            <Section what="your mailboxes" skeleton={me.accountVerified && <MailboxesSkeleton />}>
              <MailboxesCard isConnecting={isConnecting} />
            </Section>
            {me.accountVerified ? sellBy : <ConnectOptions />}
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Section what="what recipients see" skeleton={<RecipientsSeeSkeleton />}>
              <RecipientsSee>
                <RegisteredWarning />
              </RecipientsSee>
            </Section>
            {!me.accountVerified && sellBy}
          </div>
        </div>
        <EmailsCard />
        <Section what="the addresses we don't email" skeleton={null}>
          <SuppressedCard />
        </Section>
      </div>
    </>
  )
}
