import { brand } from '@loadping/contract/brand'
import { ProviderProblem } from '@loadping/contract/sign-in/sign-in'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useMe } from '../account/account.data.ts'
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
import { SellByCard, SellBySkeleton } from './sell-by-card.tsx'
import { SuppressedCard } from './suppressed-card.tsx'

const problems: Record<ProviderProblem, { title: string; text: string }> = {
  canceled: {
    title: 'Mailbox not connected. You canceled.',
    text: 'Try again, or choose another option below.',
  },
  failed: {
    title: 'Mailbox not connected.',
    text: 'Allow sending when asked, or choose another option below.',
  },
  unavailable: {
    title: "That provider isn't responding right now.",
    text: 'Try again in a moment, or choose another option below.',
  },
}

/** The user's mailboxes, how to connect one, and the emails sent from them. */
export function EmailScreen() {
  const { data: me } = useMe()
  const [query] = useSearchParams()
  const isConnecting = useFinishConnect()
  const title = me.accountVerified ? 'Email' : 'Verify your email'
  const { data: problem } = ProviderProblem.safeParse(query.get('problem'))
  const instructions = (
    <Instructions>
      <ConnectOptions />
    </Instructions>
  )
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
            {me.accountVerified ? sellBy : instructions}
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Section what="what recipients see" skeleton={<RecipientsSeeSkeleton />}>
              <RecipientsSee />
            </Section>
            {!me.accountVerified && sellBy}
          </div>
        </div>
        <EmailsCard />
        <Section what="the addresses we don't email" skeleton={null}>
          <SuppressedCard />
        </Section>
        {me.accountVerified && instructions}
      </div>
    </>
  )
}

/** The target of `#instructions`, and around the targets `#smtp` and the like. */
function Instructions({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same link scrolls there again.
  useEffect(() => {
    const target =
      hash === '#instructions'
        ? element.current
        : hash && element.current?.querySelector<HTMLElement>(`[id="${CSS.escape(hash.slice(1))}"]`)
    if (!target) return
    target.scrollIntoView({ block: 'start' })
    target.focus({ preventScroll: true })
  }, [hash, key])

  return (
    <div ref={element} id="instructions" tabIndex={-1} className="scroll-mt-4 rounded-md outline-none">
      {children}
    </div>
  )
}
